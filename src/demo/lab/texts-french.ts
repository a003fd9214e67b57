import { frenchDayWords } from '../../domain/day-words/french.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'other'>('fr', 'other')
const sent = plural({ one: 'envoyée une fois', other: 'envoyée # fois' })

/** French. */
export const french: LabTexts = {
  intro: 'Ici, on met en panne la ligne et le service cartes, et on voit ce que fait la caisse.',
  silence: 'Le serveur de la caisse ne répond pas non plus. La caisse fonctionne quand même.',
  failed: 'Le service d’essai ne l’a pas accepté. Réessayer.',
  kinds: { ...frenchDayWords.kinds, confirmOrder: 'Commande', unknown: 'Opération' },
  line: {
    title: 'La ligne',
    plug: 'Ligne',
    colon: ' :',
    plugTo: ' vers le service cartes',
    till: 'Caisse',
    service: 'Service cartes',
    pluggedIn: 'branchée',
    pulled: 'débranchée',
    tryPulling: 'Débrancher la prise et continuer à vendre.',
    tryRinging: 'Saisir maintenant un remboursement. Il reste ici et part quand la prise est rebranchée.',
    keeping: plural({
      one: '# opération attend ici, bien enregistrée. Rebrancher pour la voir partir.',
      other: '# opérations attendent ici, bien enregistrées. Rebrancher pour les voir partir, dans l’ordre.',
    }),
    catchingUp: plural({
      one: 'Branchée : # opération attend encore.',
      other: 'Branchée : # opérations attendent encore.',
    }),
    caughtUp: plural({
      one: 'De nouveau en ligne : # opération a été envoyée, une seule fois.',
      other: 'De nouveau en ligne : les # opérations ont été envoyées, une seule fois chacune.',
    }),
  },
  faults: {
    title: 'Ce qui va mal',
    hint: 'Choisir une panne, puis saisir quelque chose.',
    forHowLong: 'Elle se produit',
    durations: { once: 'une fois', five: '5 fois', standing: 'jusqu’à l’arrêt' },
    groups: {
      answers: 'La réponse n’arrive pas',
      refusals: 'Le service dit non',
      surroundings: 'Quelque chose est étrange',
    },
    names: {
      answerLost: {
        name: 'Réponse perdue après le débit de la carte',
        till: 'La caisse ne peut pas savoir. Elle demande à une personne au lieu de payer deux fois.',
      },
      requestLost: {
        name: 'Requête perdue en route',
        till: 'Le navigateur réessaie une fois de lui-même. Si cela se perd aussi, la caisse demande à une personne.',
      },
      resent: {
        name: 'Le navigateur envoie deux fois de lui-même',
        till: 'La caisse n’entend qu’une réponse. Si le service reconnaît la répétition, c’est fait une fois, sinon deux, et seuls ses livres le montrent.',
      },
      slow: { name: 'Réponse en 5 secondes', till: 'La caisse attend. La vente peut continuer.' },
      nonsense: {
        name: 'Réponse d’un autre genre',
        till: 'Le service cartes ne parle pas ainsi. La caisse arrête l’envoi et demande ici à une personne.',
      },
      busy: {
        name: 'Occupé : revenir dans 5 secondes (503)',
        till: 'La caisse attend le temps demandé, puis renvoie d’elle-même.',
      },
      tooMany: {
        name: 'Trop de requêtes (429)',
        till: 'La caisse n’envoie rien tant que le service ne le permet pas, puis continue.',
      },
      unauthorized: {
        name: 'Identifiants refusés (401)',
        till: 'La caisse garde tout et réessaie dans une minute, ou sur demande.',
      },
      conflict: {
        name: 'Données différentes (409)',
        till: 'La caisse met l’opération de côté pour une personne. Les autres cartes continuent.',
      },
      changed: {
        name: 'Modifié par quelqu’un d’autre (412)',
        till: 'La caisse n’écrase rien. Elle demande à une personne.',
      },
      rejected: {
        name: 'Refusé : la carte est bloquée (400)',
        till: 'La caisse montre les mots du service et demande une correction.',
      },
      failed: {
        name: 'Erreur après le débit de la carte (500)',
        till: 'Cela a pu se faire. La caisse demande à une personne et suspend ces opérations une minute.',
      },
      portal: {
        name: 'Page d’accès du Wi-Fi invités',
        till: 'La caisse voit que ce n’est pas le service cartes. Elle garde tout et redemande dans la minute.',
      },
      clock: {
        name: 'L’horloge du service avance d’une heure',
        till: 'La caisse tient compte de l’écart et continue.',
      },
    },
    badDay: 'Un mauvais jour : 3 requêtes sur 10 échouent',
    badDayTill: 'Saisir dix opérations : rien n’est perdu et rien n’est fait deux fois.',
    inForce: 'Actif',
    none: 'Rien : chaque requête passe.',
    left: (_, shown) => `${shown} fois`,
    standing: 'jusqu’à l’arrêt',
    other: (kind) => `Une autre panne (${kind})`,
    clear: 'Arrêter',
    added: (name) => `Actif : ${name}.`,
    cleared: 'Plus rien ne va mal.',
  },
  settings: {
    title: 'Ce que sait faire le service',
    keys: 'Il reconnaît une répétition',
    keysOn: 'À une requête qui revient avec la même clé, il répond de mémoire. Rien n’est fait deux fois.',
    keysOff: 'Une requête qui revient est refaite. C’est pourquoi la caisse ne répète pas simplement.',
    conditions: 'Il vérifie les conditions',
    conditionsOn: 'Une modification faite sur un ancien état de la carte est refusée (412).',
    conditionsOff: 'Une modification est faite quoi qu’il soit arrivé entre-temps à la carte.',
  },
  tally: {
    title: 'Arrivées et effets',
    hint: 'Ce qui est arrivé au service, et ce qu’il a vraiment fait. L’argent ne bouge que dans le second cas.',
    arrived: 'arrivées',
    applied: 'faites',
    twice: 'faites deux fois',
    picture: ({ arrived, applied, twice, lost }) =>
      `Requêtes arrivées : ${arrived}. Faites : ${applied}, dont deux fois : ${twice}. Perdues en route : ${lost}.`,
    arrivedRow: 'arrivées',
    appliedRow: 'faites',
    empty: 'Rien n’est encore arrivé.',
    fates: {
      answered: 'faite, avec réponse',
      unheard: 'faite, réponse perdue',
      'turned-down': 'refusée',
      recognised: 'reconnue, non répétée',
      lost: 'perdue en route',
      twice: 'faite deux fois',
    },
    lost: plural({
      one: '# requête s’est perdue en route.',
      other: '# requêtes se sont perdues en route.',
    }),
    probes: plural({
      one: '# sonde a demandé si la ligne est là.',
      other: '# sondes ont demandé si la ligne est là.',
    }),
    repeats: 'Réécrire le même ticket ne change rien et ne compte pas comme deux fois.',
    effects: 'Derniers effets au service',
    columns: { operation: 'Opération', card: 'Carte', amount: 'Montant', time: 'Heure' },
  },
  timeline: {
    title: 'Chronologie',
    empty: 'Rien n’a encore été saisi. Chaque opération trace ici sa ligne.',
    fault: (message) => `La chronologie ne peut pas être tracée : ${message}`,
    picture: (count, shown) =>
      count === 1
        ? 'La dernière opération dans le temps. Le texte ci-dessous dit la même chose.'
        : `Les ${shown} dernières opérations dans le temps, la plus récente en haut. Le texte ci-dessous dit la même chose.`,
    inWords: 'En mots',
    legend: 'Signes',
    points: {
      'rung-up': 'saisie',
      parked: 'à traiter',
      person: 'une personne décide',
      settled: 'terminée',
      voided: 'annulée',
    },
    waiting: 'attend',
    signs: {
      done: 'envoyée, faite',
      unknown: 'envoyée, inconnue',
      refused: 'envoyée, refusée',
      later: 'envoyée, à réessayer',
    },
    inFlight: 'envoi en cours',
    cut: 'temps calme omis',
    sentence: ({ subject, steps }) => `${subject} : ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `pour ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `saisie ${time}`,
    sent: (count, shown) => (count === 0 ? 'non envoyée' : sent(count, shown)),
    person: plural({ one: '# décision d’une personne', other: '# décisions d’une personne' }),
    states: {
      queued: () => 'en attente',
      sending: () => 'envoi en cours',
      settled: (time) => `terminée ${time}`,
      parked: (time) => `à traiter depuis ${time}`,
      voided: (time) => `annulée ${time}`,
    },
  },
  startOver: {
    title: 'Recommencer',
    hint: 'Vide les livres du service d’essai. Le journal de la caisse reste : il n’oublie jamais de lui-même.',
    ask: 'Recommencer…',
    sure: 'Le service oublie tout, chaque panne s’arrête et la prise est rebranchée. La caisse garde son journal. Les deux raconteront donc le passé différemment.',
    confirm: 'Vider les livres',
    cancel: 'Fermer',
    done: 'Les livres du service sont vides.',
  },
  losing: 'D’autres onglets de cette caisse sont encore ouverts. Les fermer.',
  notLost: 'Le navigateur a gardé les données. Recharger la page.',
  lose: {
    title: 'Le navigateur perd ses fichiers',
    hint: 'Efface la base de données de la caisse, comme les navigateurs le font parfois d’eux-mêmes, et recharge la page.',
    ask: 'Perdre les données…',
    sure: 'Tout ce que cette caisse a enregistré disparaît, même ce que le service n’a pas. La caisse dira ce qui manque.',
    confirm: 'Perdre les données',
    cancel: 'Fermer',
  },
}
