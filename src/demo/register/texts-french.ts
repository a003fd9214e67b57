import { frenchDayWords } from '../../domain/day-words/french.js'
import { frenchJournal } from '../../elements/texts/french/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `au moins ${min}`,
  between: (min: number, max: number) => `${min} à ${max}`,
  atMost: (max: number) => `au plus ${max}`,
}

/** The texts of the register in French. */
export const french: RegisterTexts = {
  title: 'Saisir',
  tabs: {
    refund: 'Remboursement',
    associate: 'Associer carte',
    migrate: 'Remplacer carte',
    updateReceipt: 'Corriger ticket',
    confirmOrder: 'Commande',
  },
  actions: {
    refund: 'Saisir le remboursement',
    associate: 'Associer la carte',
    migrate: 'Remplacer la carte',
    updateReceipt: 'Saisir la correction',
    confirmOrder: 'Saisir la commande',
  },
  kinds: frenchDayWords.kinds,
  states: frenchJournal.states,
  example: 'Exemple',
  clear: 'Effacer',
  optional: 'facultatif',
  fields: {
    card: 'Carte',
    authorization: 'Code d’autorisation',
    method: 'Mode de remboursement',
    notes: 'Remarques',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    pin: 'Code PIN',
    oldCard: 'Ancienne carte',
    newCard: 'Nouvelle carte',
    target: 'Quelle opération corriger ?',
    transaction: 'Numéro de transaction',
    number: 'Numéro sur le ticket',
    order: 'Numéro de commande',
    externalOrder: 'Commande externe',
    buyerName: 'Nom de l’acheteur',
    buyerEmail: 'E-mail de l’acheteur',
  },
  hints: {
    transaction: 'Celui donné par le service cartes pour le remboursement ou le remplacement',
    number: 'Le ticket corrigé garde son numéro',
    order: 'Ce numéro ou la commande externe',
    externalOrder: 'Celle-ci ou le numéro de commande',
    pin: 'Le client le saisit',
  },
  methods: { 'stored-value': 'Carte prépayée', cash: 'Espèces', 'bank-card': 'Carte bancaire' },
  lists: {
    lines: {
      legend: 'Ticket',
      add: 'Ajouter une ligne',
      row: (number) => `Ligne ${number}`,
      remove: (number) => `Retirer la ligne ${number}`,
    },
    payments: {
      legend: 'Paiements',
      add: 'Ajouter un paiement',
      row: (number) => `Paiement ${number}`,
      remove: (number) => `Retirer le paiement ${number}`,
    },
  },
  columns: {
    lines: { name: 'Article', price: 'Prix', quantity: 'Quantité' },
    payments: { method: 'Payé par', amount: 'Montant' },
  },
  total: 'Total',
  sum: 'Payé',
  targets: {
    first: 'Scanner ou saisir la carte. Ses opérations déjà saisies apparaîtront ici.',
    none: 'Aucun remboursement ni remplacement de cette carte n’a été saisi ici. Saisir le numéro de transaction.',
    other: 'Une autre, par son numéro de transaction',
    number: (number) => `N° ${number}`,
  },
  faults: {
    card: 'Scanner ou saisir la carte.',
    oldCard: 'Scanner ou saisir l’ancienne carte.',
    newCard: 'Scanner ou saisir la nouvelle carte.',
    sameCard: 'C’est aussi l’ancienne carte. Scanner la nouvelle.',
    transaction: 'Choisir une opération ci-dessus, ou saisir son numéro de transaction.',
    number: 'Saisir le numéro qui figure sur le ticket.',
    order: 'Saisir le numéro de commande ou la commande externe.',
    email: 'Saisir une adresse comme ada@example.com.',
    whole: 'Saisir un nombre entier, chiffres seulement.',
    amount: 'Saisir un montant comme 12,50, sans séparateur de milliers.',
    quantity: 'Saisir une quantité comme 1 ou 0,125.',
    positive: 'Le total doit être supérieur à zéro.',
    lines: 'Saisir au moins une ligne avec son prix.',
    unchanged: 'Le ticket indique déjà cela. Changer ce qui est faux.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Un numéro de carte a ${describeLength(min, max, lengths)} caractères. Celui-ci en a ${found}.`,
    pattern: 'Ce n’est pas un numéro de carte de ce magasin.',
    'check-digit': 'Un chiffre de ce numéro de carte est faux. Scanner la carte ou la saisir de nouveau.',
  },
  refusedField: {
    missing: 'Ce champ est nécessaire.',
    sum: 'Le ticket ne tombe pas juste : lignes, paiements et total doivent donner la même somme.',
    other: 'La caisse n’accepte pas cette valeur.',
  },
  check: 'Pas encore saisi. Vérifier ce qui est marqué.',
  again: 'Pas encore saisi.',
  support: (message) => `Pour l’assistance : ${message}`,
  troubles: {
    storage: {
      title: 'NON enregistré. Ne rien remettre au client.',
      advice:
        'Le navigateur n’a pas pu l’enregistrer. La saisie est encore ici : essayer encore une fois, ou servir le client à une autre caisse.',
    },
    outdated: {
      title: 'NON saisi. Cette page n’est plus à jour.',
      advice:
        'Une version plus récente de la caisse est ouverte dans ce navigateur. Recharger la page et saisir de nouveau. Rien n’est perdu.',
    },
    closed: {
      title: 'NON saisi. Cette caisse a été fermée.',
      advice: 'Recharger la page et saisir de nouveau.',
    },
    unclear: {
      title: 'Enregistrement incertain. Ne rien remettre pour l’instant.',
      advice: 'Appuyer encore une fois : l’opération ne peut pas être saisie deux fois.',
    },
  },
  duplicate: {
    title: (time) => `Déjà saisi à ${time}.`,
    advice:
      'Rien de nouveau n’a été saisi. Regarder la première opération. Si les deux sont voulues, dire pourquoi.',
    confirm: 'Saisir de nouveau',
    show: 'L’afficher',
    cancel: 'Fermer',
  },
  reused: {
    title: 'Le premier appui avait bien été enregistré.',
    advice:
      'Ce qui a changé depuis n’a pas été saisi. Regarder l’opération enregistrée avant d’en saisir une autre.',
    confirm: 'Saisir comme nouvelle opération',
  },
  limit: {
    title: 'Non saisi : une limite est atteinte.',
    advice: 'Laisser d’abord partir ce qui attend, ou demander au responsable.',
    confirm: 'Autoriser',
    above: {
      hint: (max) => `Au-dessus de ${max} : un responsable doit l’autoriser.`,
      title: 'Non saisi : un responsable doit l’autoriser.',
      advice: 'Appeler un responsable. Le nom et le motif sont enregistrés.',
    },
    reasons: {
      perOperation: (found, max) => `Le montant est de ${found}. Maximum par opération : ${max}.`,
      perCard: (found, max) => `${found} seraient en attente sur cette carte. Maximum : ${max}.`,
      total: (found, max) => `${found} seraient en attente sur cette caisse. Maximum : ${max}.`,
      count: (found, max) => `${found} opérations seraient en attente. Maximum : ${max}.`,
      ageHours: (found, max) => `L’opération la plus ancienne attend depuis ${found}. Maximum : ${max}.`,
    },
  },
  verdict: {
    name: 'Votre nom',
    supervisor: 'Nom du responsable',
    reason: 'Motif',
    needed: 'Ceci est conservé et ne peut pas rester vide.',
  },
  scan: {
    read: (field, code) => `${field}, lu : ${code}`,
    homeless: (code) =>
      `${code} n’est pas un numéro de carte, et aucun champ ne l’accepte ici. Rien n’a changé.`,
    secret: (field) => `Une lecture est arrivée dans le champ ${field} et y est restée. La vérifier.`,
    filled: (held, scanned) =>
      `Ce champ contient ${held}. La lecture donne ${scanned}. Laquelle est la carte ?`,
    keep: (card) => `Garder ${card}`,
    use: (card) => `Prendre ${card}`,
  },
  keypad: { title: 'Pavé numérique', next: 'Suivant', erase: 'Supprimer', mark: 'Virgule' },
  reference: (id) => `réf. ${id}`,
  order: (name) => `Commande ${name}`,
  migrated: (oldCard, newCard) => `Ancienne carte ${oldCard} → nouvelle carte ${newCard}`,
  preview: {
    title: 'Vente en cours',
    empty: 'Les lignes et le total apparaissent ici pendant la saisie.',
    numbered: 'Le ticket reçoit son numéro lors de la saisie.',
    corrected: 'Le ticket garde son numéro et sa date.',
  },
  slip: { title: 'Dernier ticket', empty: 'Le ticket de l’opération saisie apparaît ici, prêt à imprimer.' },
  recent: {
    title: 'Opérations récentes',
    empty: 'Rien n’a encore été saisi. Appuyer sur Exemple, puis saisir.',
    fault: (message) => `La liste est illisible : ${message}`,
  },
  allowedBy: (name) => `Autorisé par ${name}`,
  restored: (time) => `Pas encore saisi : voici ce qui a été tapé à ${time}. Le vérifier ou l’effacer.`,
  balance: {
    amount: (amount) => `Solde : ${amount}.`,
    waiting: (amount) => `Provisoire : ${amount} en attente sur cette carte.`,
    failed: 'Le solde ne peut pas être lu pour l’instant.',
  },
}
