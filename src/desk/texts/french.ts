import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('fr', 'other')

export const french: PageTexts = {
  title: 'Ouvrir un journal',
  promise: 'Rien ne quitte cet ordinateur. Cette page n’utilise aucun réseau.',
  language: 'Langue',
  currency: 'Devise',
  start: {
    intro: 'Un fichier qu’une caisse a exporté ou envoyé : une copie, une transmission ou un journal entier.',
    choose: 'Choisir un fichier',
    drop: 'ou le déposer ici',
  },
  locked: {
    passphrase: 'Phrase secrète du fichier',
    show: 'Afficher la phrase secrète',
    open: 'Ouvrir',
    opening: 'Ouverture…',
    keyHint:
      'Ce fichier est scellé pour le magasin. Il s’ouvre avec la clé privée du magasin, un fichier au format JWK.',
    chooseKey: 'Choisir la clé privée',
    another: 'Autre fichier',
  },
  refusals: {
    'not-ours': 'Ce n’est pas un fichier exporté par une caisse.',
    cut: 'Le fichier est incomplet : il s’arrête trop tôt. Le récupérer de nouveau.',
    newer: 'Une version plus récente a écrit ce fichier. L’ouvrir avec la page de cette version.',
    'wrong-passphrase': 'Il ne s’ouvre pas. La phrase secrète est incorrecte, ou le fichier a été modifié.',
    'wrong-key': 'Il ne s’ouvre pas. Ce n’est pas la bonne clé, ou le fichier a été modifié.',
    'not-a-key': 'Ce n’est pas une clé privée. Choisir un fichier au format JWK.',
    unreadable: 'Le navigateur ne peut pas lire ce fichier.',
    unsound: (why) => `Le fichier n’est pas tel qu’une caisse l’écrit : ${why}`,
  },
  kinds: { copy: 'Une copie', 'hand-over': 'Une transmission', audit: 'Un journal entier' },
  facts: {
    file: 'Fichier',
    till: 'Magasin / caisse',
    written: 'Créé, selon l’horloge de la caisse',
    operations: 'Opérations',
    left: 'Illisibles à la caisse',
  },
  verdict: {
    title: 'Registre signé',
    checking: 'Vérification…',
    none: 'Ce fichier n’a pas de registre : ce qui a été modifié à la caisse ne peut pas être trouvé. Seul un journal entier en a un (export avec audit).',
    sound: 'Tout est tel que la caisse l’a signé.',
    caution:
      'Rien n’a été gardé à part pour comparer. Un état plus ancien, ou un fichier réécrit sous une autre clé, a le même aspect. counterfoil-verify compare avec les points de contrôle gardés à part.',
    found: plural({
      one: '# élément n’est pas tel que la caisse l’a signé.',
      other: '# éléments ne sont pas tels que la caisse les a signés.',
    }),
    more: plural({ one: 'Et # autre.', other: 'Et # autres.' }),
    failed: (message) => `La vérification n’est pas allée au bout : ${message}`,
    deeds: {
      removed: 'Supprimé',
      altered: 'Modifié',
      added: 'Ajouté',
      reordered: 'Déplacé',
      'rolled-back': 'État plus ancien',
      'log-altered': 'Registre modifié',
    },
    place: (number) => `position ${number}`,
    deleted: plural({
      one: '# opération a été supprimée à la fin de sa durée de conservation.',
      other: '# opérations ont été supprimées à la fin de leur durée de conservation.',
    }),
    erased: plural({
      one: 'Les données personnelles de # opération ont été effacées à leur échéance.',
      other: 'Les données personnelles de # opérations ont été effacées à leur échéance.',
    }),
  },
  save: 'Enregistrer en lignes JSON',
  saveHint:
    'Une opération par ligne. Les numéros de carte y sont entiers et, dans une copie, les codes PIN aussi. À supprimer une fois le cas clos.',
  close: 'Fermer le fichier',
  opened: plural({
    one: 'Le fichier est ouvert : # opération.',
    other: 'Le fichier est ouvert : # opérations.',
  }),
  searchHint:
    'Des mots d’une opération : les chiffres d’une carte, un numéro (#12), une commande, un nom, un motif.',
  slipNotice: 'D’un journal exporté',
}
