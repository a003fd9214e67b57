import type { ErrorTexts } from '../errors.js'

const setUp = 'Cette caisse n’est pas configurée correctement. Prévenir l’assistance.'

/** French. */
export const frenchErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Certains champs ne sont pas corrects. Les corriger.',
    'invalid-receipt': 'Le ticket ne tombe pas juste. Vérifier les montants.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed':
      'Une partie de la caisse n’a pas été chargée. Vérifier la connexion, puis recharger la page.',
    'id-reused': 'Autre chose a déjà été saisi sous le même numéro. Prévenir l’assistance.',
    duplicate: 'Cette opération a déjà été saisie. Regarder la première avant de la saisir de nouveau.',
    'outcome-unknown': 'Nous ne savons pas si cela a été fait. Vérifier d’abord, puis réessayer.',
    'keys-lost':
      'Les clés des données de cette caisse manquent. Laisser ce navigateur tel quel et appeler l’assistance. Rien n’a été modifié.',
    'service-mismatch':
      'Les données de cette caisse appartiennent à un autre service cartes. Prévenir l’assistance.',
    outdated: 'Une version plus récente de la caisse est ouverte dans ce navigateur. Recharger la page.',
    'till-closed': 'Cette caisse a été fermée. Recharger la page.',
    voided: 'L’opération a été annulée.',
    'unknown-entry': 'Cette caisse n’a plus cette opération.',
  },
  limits: {
    perOperation: (found, max) => `Le montant est de ${found}. Maximum par opération : ${max}.`,
    perCard: (found, max) => `${found} seraient en attente sur cette carte. Maximum : ${max}.`,
    total: (found, max) => `${found} seraient en attente sur cette caisse. Maximum : ${max}.`,
    count: (found, max) => `${found} opérations seraient en attente. Maximum : ${max}.`,
    ageHours: (found, max) => `L’opération la plus ancienne attend depuis ${found}. Maximum : ${max}.`,
  },
  storage: {
    full: 'Cet appareil est plein. Libérer de la place, puis réessayer.',
    failed: 'Le navigateur n’a pas pu enregistrer. Réessayer. Si cela échoue encore, recharger la page.',
    reserved:
      'La place restante est réservée aux opérations en attente. Libérer de la place, puis réessayer.',
    insecure: 'Cette page n’a pas été chargée de façon sûre (https). Prévenir l’assistance.',
    deleted: 'Les données de cette caisse ont été effacées du navigateur. Recharger la page.',
    closed: 'Cette caisse a été fermée. Recharger la page.',
  },
  acts: {
    'not-handed-over': 'Elle n’a pas été transmise à une autre caisse. Il n’y a rien à reprendre.',
    sending: 'L’envoi est en cours. Attendre la réponse.',
    settled: 'Le service cartes l’a déjà reçue. Saisir une correction comme nouvelle opération.',
    voided: 'Elle a été annulée. La saisir de nouveau si nécessaire.',
    queued: 'Elle attend d’être envoyée. Il n’y a rien à faire.',
    unreadable: 'Elle est illisible. L’annuler, ou noter qu’elle a été effectuée.',
    moved: 'Une autre caisse l’a. La reprendre d’abord.',
    'secrets-erased': 'Les codes de la carte ont été effacés. Corriger plutôt l’opération.',
    'newer-release': 'Une version plus récente de la caisse l’a écrite. Recharger la page.',
    changed: 'Elle a changé entre-temps. La regarder de nouveau, puis décider.',
    'by-missing': 'Saisir votre nom.',
    'reason-missing': 'Saisir un motif.',
    'shop-key': 'Seule la clé privée du magasin ouvre les copies.',
    'other-service':
      'Les copies concernent un autre service cartes ou une autre devise. Elles sont conservées. Prévenir l’assistance.',
    'transaction-invalid': 'Le numéro de transaction doit être un nombre entier.',
  },
  transfers: {
    'passphrase-short': (min) => `La phrase secrète est trop courte. Il faut au moins ${min} caractères.`,
    'verdict-missing': () => 'Saisir votre nom et un motif.',
    'own-terminal': (terminal) =>
      `${terminal} est cette caisse. Indiquer la caisse qui doit recevoir le fichier.`,
    'not-ours': () => 'Ce n’est pas un fichier de caisse. Choisir un autre fichier.',
    cut: () => 'La fin du fichier manque. Le copier de nouveau.',
    newer: () => 'Le fichier vient d’une version plus récente. Mettre d’abord cette caisse à jour.',
    'wrong-passphrase': () =>
      'La phrase secrète est incorrecte, ou le fichier a été modifié. La saisir de nouveau, ou recopier le fichier.',
    'needs-key': () => 'Ce fichier s’ouvre avec la clé privée du magasin. Choisir la clé.',
    'needs-passphrase': () => 'Ce fichier s’ouvre avec une phrase secrète. La saisir.',
    'wrong-key': () =>
      'La clé ne convient pas, ou le fichier a été modifié. Choisir une autre clé, ou recopier le fichier.',
    unsound: (place) => `Le fichier est endommagé (${place}). Le créer de nouveau sur l’autre caisse.`,
    'other-terminal': (terminal) => `Le fichier est pour le terminal ${terminal}. L’ouvrir là-bas.`,
    'other-service': (address) =>
      `Le fichier est pour un autre service cartes (${address}). L’ouvrir sur une caisse de ce service ou prévenir l’assistance.`,
    'other-currency': (currency) =>
      `Les montants du fichier sont en ${currency}. L’ouvrir sur une caisse dans cette devise.`,
    'too-old': () => 'Le fichier a plus d’un an. Prévenir l’assistance.',
    changed: () => 'Quelque chose a changé entre-temps, et rien n’a été transmis. Réessayer.',
    sending: () => 'L’envoi d’une opération est en cours. Attendre la réponse, puis réessayer.',
    'file-deleted': () => 'Le fichier a été supprimé après son arrivée. Utiliser la copie de l’autre caisse.',
    'file-damaged': () =>
      'Le fichier conservé est endommagé. Reprendre ses opérations, puis les transmettre de nouveau.',
    'file-unknown': () => 'Cette caisse ne connaît plus cette transmission.',
  },
  other: (name) => `Un problème est survenu (${name}). S’il se répète, prévenir l’assistance.`,
}
