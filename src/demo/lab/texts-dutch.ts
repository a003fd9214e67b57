import { dutchDayWords } from '../../domain/day-words/dutch.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'other'>('nl', 'other')
const sent = plural({ one: 'eenmaal verzonden', other: '# keer verzonden' })

/** Dutch. */
export const dutch: LabTexts = {
  intro: 'Hier verstoort u de lijn en de kaartdienst, en ziet u wat de kassa ermee doet.',
  silence: 'De server van de kassa antwoordt ook niet. De kassa werkt toch.',
  failed: 'De oefendienst heeft dit niet aangenomen. Probeer het opnieuw.',
  kinds: { ...dutchDayWords.kinds, confirmOrder: 'Bestelling', unknown: 'Bewerking' },
  line: {
    title: 'De lijn',
    plug: 'Lijn',
    colon: ':',
    plugTo: ' naar de kaartdienst',
    till: 'Kassa',
    service: 'Kaartdienst',
    pluggedIn: 'ingestoken',
    pulled: 'uitgetrokken',
    tryPulling: 'Trek de stekker eruit en verkoop verder.',
    tryRinging: 'Voer nu een terugbetaling in. Die blijft hier en vertrekt als de stekker er weer in zit.',
    keeping: plural({
      one: 'Eén bewerking wacht hier, veilig opgeslagen. Steek de stekker er weer in en kijk.',
      other: '# bewerkingen wachten hier, veilig opgeslagen. Steek de stekker er weer in en kijk.',
    }),
    catchingUp: plural({
      one: 'Ingestoken: één bewerking wacht nog.',
      other: 'Ingestoken: # bewerkingen wachten nog.',
    }),
    caughtUp: plural({
      one: 'Weer verbonden: wat wachtte is verzonden, één keer.',
      other: 'Weer verbonden: alle # die wachtten zijn verzonden, elk één keer.',
    }),
  },
  faults: {
    title: 'Wat er misgaat',
    hint: 'Kies een storing en voer dan iets in.',
    forHowLong: 'Dit gebeurt',
    durations: { once: 'één keer', five: '5 keer', standing: 'tot u die wist' },
    groups: {
      answers: 'Het antwoord komt niet',
      refusals: 'De dienst zegt nee',
      surroundings: 'Er is iets vreemds',
    },
    names: {
      answerLost: {
        name: 'Antwoord kwijt nadat de kaart is belast',
        till: 'De kassa kan het niet weten en laat iemand beslissen, in plaats van dubbel te betalen.',
      },
      requestLost: {
        name: 'Aanvraag onderweg kwijt',
        till: 'De browser probeert het zelf nog eens. Gaat ook dat mis, dan laat de kassa iemand beslissen.',
      },
      resent: {
        name: 'De browser verzendt het zelf twee keer',
        till: 'De kassa hoort één antwoord. Herkent de dienst de herhaling, dan gebeurt het één keer, anders twee keer. Dat tonen alleen zijn boeken.',
      },
      slow: { name: 'Antwoord duurt 5 seconden', till: 'De kassa wacht. U kunt verder met afrekenen.' },
      nonsense: {
        name: 'Antwoord van de verkeerde soort',
        till: 'Zo spreekt de dienst niet. De kassa stopt met verzenden en laat hierover iemand beslissen.',
      },
      busy: {
        name: 'Bezet: kom over 5 seconden terug (503)',
        till: 'De kassa wacht zo lang als gevraagd en verzendt dan vanzelf.',
      },
      tooMany: {
        name: 'Te veel aanvragen (429)',
        till: 'De kassa verzendt niets tot de dienst het toestaat en gaat dan door.',
      },
      unauthorized: {
        name: 'Aanmeldgegevens geweigerd (401)',
        till: 'De kassa bewaart alles en probeert het over een minuut weer, of als u het vraagt.',
      },
      conflict: {
        name: 'Andere gegevens (409)',
        till: 'De kassa legt de bewerking apart tot iemand beslist. Andere kaarten gaan door.',
      },
      changed: {
        name: 'Iemand anders wijzigde het (412)',
        till: 'De kassa overschrijft niets en laat iemand beslissen.',
      },
      rejected: {
        name: 'Geweigerd: de kaart is geblokkeerd (400)',
        till: 'De kassa toont de woorden van de dienst en vraagt om een correctie.',
      },
      failed: {
        name: 'Fout nadat de kaart is belast (500)',
        till: 'Het kan gebeurd zijn. De kassa laat iemand beslissen en laat zulke bewerkingen een minuut rusten.',
      },
      portal: {
        name: 'Aanmeldpagina van de gastenwifi',
        till: 'De kassa merkt dat dit de dienst niet is. Die bewaart alles en vraagt het binnen een minuut opnieuw.',
      },
      clock: {
        name: 'De klok van de dienst loopt een uur voor',
        till: 'De kassa rekent met het verschil en gaat door.',
      },
    },
    badDay: 'Een slechte dag: 3 van de 10 aanvragen gaan mis',
    badDayTill: 'Voer er tien in: niets gaat verloren en niets gebeurt dubbel.',
    inForce: 'Actief',
    none: 'Niets: elke aanvraag komt door.',
    left: plural({ one: 'één keer', other: '# keer' }),
    standing: 'tot u die wist',
    other: (kind) => `Een andere storing (${kind})`,
    clear: 'Wissen',
    added: (name) => `Actief: ${name}.`,
    cleared: 'Er gaat niets meer mis.',
  },
  settings: {
    title: 'Wat de dienst kan',
    keys: 'Hij herkent een herhaling',
    keysOn: 'Op een aanvraag met dezelfde sleutel antwoordt hij uit zijn geheugen. Niets gebeurt dubbel.',
    keysOff: 'Een herhaalde aanvraag voert hij opnieuw uit. Daarom herhaalt de kassa niet zomaar.',
    conditions: 'Hij controleert voorwaarden',
    conditionsOn: 'Een wijziging op een oude stand van de kaart wordt geweigerd (412).',
    conditionsOff: 'Een wijziging wordt uitgevoerd, wat er intussen ook met de kaart is gebeurd.',
  },
  tally: {
    title: 'Aangekomen en gedaan',
    hint: 'Wat de dienst bereikte en wat hij echt deed. Alleen bij het tweede beweegt geld.',
    arrived: 'aangekomen',
    applied: 'gedaan',
    twice: 'dubbel gedaan',
    picture: ({ arrived, applied, twice, lost }) =>
      `Aangekomen aanvragen: ${arrived}. Gedaan: ${applied}, waarvan dubbel: ${twice}. Onderweg kwijt: ${lost}.`,
    arrivedRow: 'aangekomen',
    appliedRow: 'gedaan',
    empty: 'Er is nog niets aangekomen.',
    fates: {
      answered: 'gedaan en beantwoord',
      unheard: 'gedaan, antwoord kwijt',
      'turned-down': 'geweigerd',
      recognised: 'herkend, niet herhaald',
      lost: 'onderweg kwijt',
      twice: 'dubbel gedaan',
    },
    lost: plural({
      one: '1 aanvraag is onderweg kwijtgeraakt.',
      other: '# aanvragen zijn onderweg kwijtgeraakt.',
    }),
    probes: plural({
      one: '1 testaanvraag vroeg of de lijn er is.',
      other: '# testaanvragen vroegen of de lijn er is.',
    }),
    repeats: 'Dezelfde bon nog eens schrijven verandert niets en telt niet als dubbel.',
    effects: 'Laatst gedaan door de dienst',
    columns: { operation: 'Bewerking', card: 'Kaart', amount: 'Bedrag', time: 'Tijd' },
  },
  timeline: {
    title: 'Tijdlijn',
    empty: 'Er is nog niets ingevoerd. Elke bewerking tekent hier haar lijn.',
    fault: (message) => `De tijdlijn kan niet worden getekend: ${message}`,
    picture: plural({
      one: 'De laatste bewerking in de tijd. De tekst hieronder zegt hetzelfde.',
      other: 'De laatste # bewerkingen in de tijd, de nieuwste bovenaan. De tekst hieronder zegt hetzelfde.',
    }),
    inWords: 'In woorden',
    legend: 'Tekens',
    points: {
      'rung-up': 'ingevoerd',
      parked: 'na te kijken',
      person: 'iemand beslist',
      settled: 'afgerond',
      voided: 'geannuleerd',
    },
    waiting: 'wacht',
    signs: {
      done: 'verzonden, gedaan',
      unknown: 'verzonden, niet bekend',
      refused: 'verzonden, geweigerd',
      later: 'verzonden, later weer',
    },
    inFlight: 'wordt verzonden',
    cut: 'rustige tijd weggelaten',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `voor ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `ingevoerd ${time}`,
    sent: (count, shown) => (count === 0 ? 'niet verzonden' : sent(count, shown)),
    person: plural({ one: 'één handmatige beslissing', other: '# handmatige beslissingen' }),
    states: {
      queued: () => 'wacht',
      sending: () => 'wordt nu verzonden',
      settled: (time) => `afgerond ${time}`,
      parked: (time) => `na te kijken sinds ${time}`,
      voided: (time) => `geannuleerd ${time}`,
    },
  },
  startOver: {
    title: 'Opnieuw beginnen',
    hint: 'Maakt de boeken van de oefendienst leeg. Het journaal van de kassa blijft: dat vergeet nooit vanzelf.',
    ask: 'Opnieuw beginnen…',
    sure: 'De dienst vergeet alles, elke storing eindigt en de stekker gaat er weer in. De kassa houdt haar journaal, zodat de twee een ander verleden vertellen.',
    confirm: 'Boeken leegmaken',
    cancel: 'Sluiten',
    done: 'De boeken van de dienst zijn leeg.',
  },
  losing: 'Deze kassa is nog open in andere tabbladen. Sluit ze.',
  notLost: 'De browser heeft de gegevens bewaard. Laad de pagina opnieuw.',
  lose: {
    title: 'De browser verliest zijn bestanden',
    hint: 'Wist de database van de kassa, zoals browsers soms vanzelf doen, en laadt de pagina opnieuw.',
    ask: 'Gegevens verliezen…',
    sure: 'Alles wat deze kassa heeft bewaard, is dan weg, ook wat de dienst niet heeft. De kassa zegt wat er ontbreekt.',
    confirm: 'Gegevens verliezen',
    cancel: 'Sluiten',
  },
}
