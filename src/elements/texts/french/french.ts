import { frenchDayWords } from '../../../domain/day-words/french.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { frenchAttention } from './attention.js'
import { frenchDay } from './day.js'
import { frenchDesk } from './desk.js'
import { frenchErrors } from './errors.js'
import { frenchJournal } from './journal.js'
import { frenchNames } from './names.js'
import { frenchOutcome } from './outcome.js'
import { frenchSlip } from './slip.js'

const plural = createPlural<'one' | 'other'>('fr', 'other')
const onlyHere = 'L’envoi ne se fait que lorsque cette page est ouverte'

/** French. */
export const french: Texts = {
  ...frenchAttention,
  csv: frenchDayWords,
  day: frenchDay,
  desk: frenchDesk,
  errors: frenchErrors,
  journal: frenchJournal,
  names: frenchNames,
  outcome: frenchOutcome,
  slip: frenchSlip,
  kinds: frenchDayWords.kinds,
  reach: {
    online: 'En ligne',
    offline: 'Hors ligne',
    unknown: 'Vérification de la connexion…',
    stopped: 'Hors service',
    paused: 'Envoi suspendu',
    blocked: 'Envoi bloqué',
    busy: 'Service cartes occupé',
    partly: 'Envoi partiel',
    stalled: 'Attente trop longue',
  },
  reachChanges: { online: 'Le service cartes répond.' },
  pauses: {
    offline: 'Le service cartes est injoignable.',
    'not-the-service': 'Une connexion à ce réseau Wi-Fi est peut-être nécessaire.',
    'worker-answers':
      'Un script de ce site répond à la place du service cartes. Rien n’est donc envoyé. Prévenir l’assistance.',
    unsent: 'La caisse n’a pas pu préparer ses requêtes. Prévenir l’assistance.',
    unauthorized: 'Le service cartes n’accepte pas les identifiants de cette caisse.',
    busy: 'Le service cartes est occupé. Nous allons réessayer.',
    misconfigured: 'Le service cartes ne connaît pas cette adresse.',
    failing: 'Le service cartes a un problème avec cette opération.',
  },
  hints: {
    address:
      'L’adresse semble incorrecte : le service cartes ne connaît pas cette opération. Rien n’est perdu. Demander à l’assistance de vérifier l’adresse du service cartes, puis envoyer de nouveau.',
    cors: 'Le service cartes est là, mais les envois s’interrompent aussitôt. Il n’autorise sans doute pas l’adresse de cette caisse, une méthode ou un en-tête (CORS). Prévenir l’assistance.',
    'hidden-headers':
      'Le service cartes cache ses en-têtes à cette caisse. Il ne les expose sans doute pas (CORS). Prévenir l’assistance.',
    csp: 'La règle de sécurité de ce site ne laisse rien passer vers le service cartes (Content-Security-Policy, connect-src). Prévenir l’assistance.',
    'local-network':
      'Ce navigateur bloque pour ce site le réseau du magasin, où peut se trouver le service cartes. Autoriser l’accès au réseau local dans les paramètres du site, à côté de l’adresse. Prévenir l’assistance.',
  },
  storage: {
    low: 'Cet appareil est presque plein. Libérer de la place avant toute nouvelle saisie. Les opérations en attente sont toujours envoyées.',
    outdated:
      'Une version plus récente de la caisse est ouverte dans ce navigateur. Recharger la page. Rien n’est perdu.',
    deleted:
      'Les données de cette caisse ont été effacées du navigateur, opérations en attente comprises. Appeler l’assistance, puis recharger la page pour repartir.',
    lost: 'Le navigateur n’a plus accès aux données de cette caisse. Aucune saisie n’est possible pour l’instant. La caisse continue d’essayer.',
  },
  loss: {
    replaced: {
      what: (time) =>
        `Le navigateur a perdu les données de cette caisse. Vues pour la dernière fois : ${time}.`,
      missing: plural({
        one: '# opération non encore confirmée manque.',
        other: '# opérations non encore confirmées manquent.',
      }),
      advice: 'Prévenir le responsable. Les numéros de ticket reprennent après un saut.',
    },
    'set-back': {
      what: (time) =>
        `Le navigateur a remis d’anciennes données de cette caisse. Les plus récentes ont été vues pour la dernière fois : ${time}.`,
      missing: plural({
        one: '# opération saisie depuis manque.',
        other: '# opérations saisies depuis manquent.',
      }),
      advice:
        'Prévenir le responsable. Ce qui est en attente a peut-être déjà été envoyé : la caisse vérifie d’abord chaque opération.',
    },
    none: 'Aucune opération ne manque.',
    acknowledge: 'J’en ai pris note',
    acknowledged: 'Enregistré.',
    kept: plural({
      one: '# opération peut être récupérée.',
      other: '# opérations peuvent être récupérées.',
    }),
    effect:
      'Ce qui est récupéré passe en fin de file. Ce qui a peut-être déjà été envoyé est d’abord vérifié par une personne.',
    bringBack: 'Récupérer',
    key: 'Clé privée du magasin',
    broughtBack: plural({
      one: '# opération est de retour.',
      other: '# opérations sont de retour.',
    }),
    damaged: plural({
      one: '# copie était endommagée.',
      other: '# copies étaient endommagées.',
    }),
    clashing: plural({
      one: '# opération n’a pas été récupérée, car son numéro est déjà utilisé ici. Prévenir l’assistance.',
      other:
        '# opérations n’ont pas été récupérées, car leurs numéros sont déjà utilisés ici. Prévenir l’assistance.',
    }),
    left: plural({
      one: '# opération n’a pas été récupérée : sa copie demande une autre clé, ou concerne un autre service cartes ou une autre devise. La copie est conservée.',
      other:
        '# opérations n’ont pas été récupérées : leurs copies demandent une autre clé, ou concernent un autre service cartes ou une autre devise. Les copies sont conservées.',
    }),
    without: 'Continuer sans elles',
    sure: 'Les copies sont supprimées définitivement.',
  },
  worker: {
    starting: 'L’envoi en arrière-plan démarre.',
    active: 'L’envoi en arrière-plan est prêt.',
    none: (detail) => `${onlyHere} : ${detail}.`,
    heldBack: (option) => `${onlyHere} : l’option ${option} reste dans la page.`,
    outdated: `${onlyHere} : l’envoi en arrière-plan attend sa mise à jour.`,
    reload: `${onlyHere} : recharger toutes les pages de cette caisse.`,
    missing: {
      replay: (script) => `${onlyHere} : ${script} ne participe pas à l’envoi.`,
      takeover: (script) =>
        `${onlyHere} : une version plus récente de ${script} attend la fermeture de toutes les pages de ce site.`,
      registration: () => `${onlyHere} : l’envoi en arrière-plan a été retiré. Recharger la page.`,
      scope: (script) =>
        `${onlyHere} : ${script} occupe la place de l’envoi en arrière-plan. Prévenir l’assistance.`,
    },
    failed: (detail) => `${onlyHere} : l’envoi en arrière-plan n’a pas démarré (${detail}).`,
  },
  status: {
    label: 'État de la caisse',
    line: 'Liaison avec le service cartes :',
    waiting: (_, shown) => `${shown} en attente`,
    waitingUnknown: 'En attente : inconnu',
    parked: (_, shown) => `${shown} à traiter`,
    parkedUnknown: 'À traiter : inconnu',
    nothingWaits: 'Plus rien n’est en attente.',
    delivering: (done, total) => `Envoi : ${done} sur ${total}`,
    secondsLeft: () => 'moins d’une minute restante',
    minutesLeft: plural({ one: 'environ # minute restante', other: 'environ # minutes restantes' }),
    replay: 'Envoyer maintenant',
    pause: 'Suspendre',
    resume: 'Reprendre',
    held: (time, name = 'une personne') => `Envoi suspendu par ${name} (${time}). La vente peut continuer.`,
    resumed: 'L’envoi reprend.',
    replaying: 'Envoi en cours…',
    replayFailed: (message) => `L’envoi a échoué : ${message}`,
    settledNow: plural({ one: '# terminée', other: '# terminées' }),
    parkedNow: (_, shown) => `${shown} à traiter`,
    requeuedNow: (_, shown) => `${shown} de nouveau en attente`,
    stillDown: 'L’envoi est toujours suspendu.',
    nothingToSend: 'Rien à envoyer.',
    pauseOf: (kind, pause) => `${kind} : ${pause}`,
    nextTry: (duration) => `Prochain essai dans ${duration}.`,
    tryingNow: 'Essai en cours…',
    keepServing: 'La vente peut continuer.',
    stalled: (duration) => `L’opération la plus ancienne attend depuis ${duration}. Prévenir le responsable.`,
    oldest: (time) => `La plus ancienne attend depuis : ${time}.`,
    notPersistent: 'Le stockage de cet appareil n’est pas protégé. Prévenir le responsable.',
    copiesFailing: (time) =>
      `Les copies de sauvegarde ne quittent pas cet appareil (depuis : ${time}). Prévenir le responsable.`,
    trouble: (fault) => `Problème avec le stockage de cette caisse : ${fault}`,
    reload: 'Recharger la page',
    details: 'Détails',
    clockAhead: (time) => `L’horloge du service cartes avance de ${time} sur celle de cette caisse.`,
    clockBehind: (time) => `L’horloge du service cartes retarde de ${time} sur celle de cette caisse.`,
    room: (used, quota) => `Espace utilisé : ${used} sur ${quota}.`,
  },
  reasons: {
    unknown: 'Envoyée, sans réponse. Vérifier la carte avant de renvoyer.',
    conflict: 'Le service cartes a des données différentes.',
    precondition: 'Quelqu’un d’autre a modifié la fiche entre-temps.',
    rejected: 'Refusée par le service cartes.',
    refused: 'Le service cartes ne le permet pas à cette caisse.',
    reference: 'L’opération d’origine n’a jamais abouti.',
    expired: 'Trop ancienne pour l’envoi automatique.',
    moved: 'Transmise à une autre caisse.',
    invalid: 'Contraire aux règles de cette caisse. La corriger ou l’annuler.',
    unreadable: 'La fiche est illisible ici. Elle est conservée telle quelle.',
  },
  reasonDetails: {
    stored: 'Envoyée, mais le résultat est inconnu. Renvoyer donne la même réponse. Vérifier la carte.',
    answered: 'Envoyée, mais le résultat est inconnu. Vérifier la carte avant de renvoyer.',
    probablyApplied: 'Un essai précédent a sans doute abouti.',
  },
  events: {
    'rung-up': 'Saisie',
    'limit-overridden': 'Admise malgré une limite',
    'duplicate-allowed': 'Admise, pas un doublon',
    imported: 'Importée d’un fichier',
    attempt: 'Envoyée',
    recovery: 'Réexaminée',
    resolved: 'Conflit résolu',
    expired: 'Trop ancienne pour l’envoi automatique',
    'not-repeated': 'Non renvoyée',
    'handed-over': 'Transmise à une autre caisse',
    'take-back': 'Reprise à une autre caisse',
    'send-again': 'Renvoyée',
    'mark-applied': 'Notée comme faite',
    amend: 'Corrigée',
    void: 'Annulée',
    'show-cards': 'Numéro de carte affiché',
    'look-up': 'Service cartes interrogé',
  },
  outcomes: {
    acknowledged: 'le service cartes l’a reçue',
    unacknowledged: 'une réponse qui ne confirme rien',
    'not-the-service': 'autre chose a répondu, peut-être la page d’accès d’un Wi-Fi',
    rejected: 'le service cartes l’a refusée',
    unauthorized: 'le service cartes n’a pas autorisé cette caisse',
    misconfigured: 'le service cartes n’a pas cette adresse',
    conflict: 'le service cartes a des données différentes',
    precondition: 'la fiche avait changé entre-temps',
    busy: 'le service cartes est occupé',
    failed: 'erreur du service cartes',
    silent: 'pas de réponse',
    unsent: 'elle n’a pas quitté la caisse',
    interrupted: 'la caisse s’est arrêtée avant la réponse',
    unreadable: 'la fiche est illisible',
    unreferenced: 'la transaction nécessaire est inconnue',
    expired: 'plus ancienne que la caisse ne le permet',
    unrepeatable: 'un essai précédent a pu aboutir, un nouvel envoi pourrait la faire deux fois',
    'found-applied': 'le service cartes, interrogé, l’a reçue',
    'found-absent': 'le service cartes, interrogé, ne l’a pas reçue',
  },
  history: {
    by: (name) => `par ${name}`,
    status: (status) => `statut ${status}`,
    silence: { network: 'échec de la connexion', timeout: 'délai dépassé' },
  },
}
