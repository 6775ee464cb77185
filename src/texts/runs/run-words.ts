import type { Run } from '../../model/run.js';
import { repairCode, repairKinds } from '../../model/outcome.js';
import type { Sentence } from '../../model/sentence.js';
import { written } from '../counted.js';
import { capitalized } from '../phrasing.js';
import { toldReason } from '../reasons/told-reason.js';
import { repairNames } from '../repair-words.js';

type Finished = Pick<Run, 'kind' | 'state' | 'message' | 'balance'>;

/** One count of a run, with its name. */
export interface RunCount {
  name: string;
  label: Sentence;
  count: number;
}

/**
 * What a run did. Its message is English and stays as the daemon wrote it; in Serbian the same follows from the state and the counts.
 */
export function runSentence({ kind, state, message, balance }: Finished): Sentence {
  const parts = [stateWords(kind, state), ...countsOf(balance).filter(isTold).map(inSerbian)];
  const sr = parts.filter((part) => part !== '').join(', ');
  return { sr: sr === '' ? '' : `${capitalized(sr)}.`, en: message ?? '' };
}

/** Why a run did not do what it was for; null where it did, or where another release wrote the reason. */
export function whatStoppedRun({ state, message }: Pick<Run, 'state' | 'message'>): Sentence | null {
  return message !== null && stoppedStates.has(state) ? toldReason(message) : null;
}

const stoppedStates: ReadonlySet<string> = new Set([
  'failed',
  'stalled',
  'held',
  'deferred',
] satisfies Run['state'][]);

/** The counts of a run that are not zero, the most telling ones first. */
export function countsOf(balance: Run['balance']): RunCount[] {
  const order = Object.keys(names);
  return Object.entries(balance)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => ({ name, label: labelOf(name), count }))
    .sort((a, b) => placeOf(order, a.name) - placeOf(order, b.name));
}

function placeOf(order: readonly string[], name: string): number {
  const at = order.indexOf(name);
  return at < 0 ? order.length : at;
}

function labelOf(name: string): Sentence {
  const known = Object.hasOwn(names, name) ? names[name] : undefined;
  const words = name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return known ?? { sr: `\`${words}\``, en: words };
}

function inSerbian({ label, count }: RunCount): string {
  return `${label.sr}: ${written('sr', count)}`;
}

/** Counts that only add up to others are left out of the sentence. */
const arithmetic = new Set([
  ...['known', 'mapped', 'knownListings', 'mappedListings', 'unchanged', 'absent', 'shielded', 'untouched'],
  ...['alreadyQueued', 'blocked', 'becomingInactive', 'keep', 'live', 'kept'],
]);

function isTold({ name }: RunCount): boolean {
  return !arithmetic.has(name);
}

function stateWords(kind: Run['kind'], state: Run['state']): string {
  switch (state) {
    case 'running':
      return 'u toku';
    case 'unchanged':
      return kind === 'push' ? 'nema ničega za slanje' : 'fajl je isti kao prethodni';
    case 'stalled':
      return kind === 'poll' || kind === 'remap' ? 'fajl nije mogao da se pročita do kraja' : 'nije završeno';
    case 'deferred':
      return 'fajl čeka da portal navede svoje reči';
    case 'held':
      return 'fajl čeka odluku i ništa iz njega još nije preuzeto';
    case 'failed':
      return 'nije uspelo';
    case 'done':
      return '';
  }
}

const names: Readonly<Record<string, Sentence | undefined>> = {
  seen: { sr: 'zapisa', en: 'records' },
  sent: { sr: 'poslato', en: 'sent' },
  accepted: { sr: 'portal primio', en: 'accepted' },
  unchanged: { sr: 'bez promene', en: 'unchanged' },
  rejected: { sr: 'portal odbio', en: 'refused' },
  queued: { sr: 'za slanje', en: 'to be sent' },
  alreadyQueued: { sr: 'već čeka slanje', en: 'waiting to be sent already' },
  removed: { sr: 'skinuto', en: 'removed' },
  queuedForRemoval: { sr: 'za skidanje', en: 'to be removed' },
  archived: { sr: 'arhivirano', en: 'archived' },
  // Of records that are as they were nothing is counted here.
  invalid: { sr: 'od sada pročitanih ne može da se objavi', en: 'not publishable of those read now' },
  held: { sr: 'čeka odluku', en: 'held for a decision' },
  inGrace: { sr: 'nema u fajlu, još se ne skida', en: 'missing, in grace' },
  deactivated: { sr: 'postaje neaktivno', en: 'becoming inactive' },
  deactivationsHeld: { sr: 'skrivanje čeka odluku', en: 'held that would become inactive' },
  keptActive: { sr: 'odlukom ostaje aktivno', en: 'kept active by a decision' },
  pinned: { sr: 'odlukom ostaje na portalu', en: 'kept by a decision' },
  conflicts: { sr: 'sa tuđom ili ponovljenom šifrom', en: 'with an id of another' },
  duplicates: { sr: 'isto dva puta', en: 'twice the same' },
  elsewhere: { sr: 'za druge feedove', en: 'of other feeds' },
  ignored: { sr: 'izostavljeno po mapiranju', en: 'left out by the mapping' },
  removals: { sr: 'označeno kao uklonjeno', en: 'marked as removed' },
  blocked: { sr: 'ne šalje se ponovo', en: 'not sent again' },
  known: { sr: 'isto kao ranije', en: 'same as before' },
  mapped: { sr: 'ponovo mapirano', en: 'mapped' },
  keep: { sr: 'ostaje kako jeste', en: 'kept as they are' },
  knownListings: { sr: 'oglasa istih kao ranije', en: 'listings as before' },
  mappedListings: { sr: 'mapiranih oglasa', en: 'mapped listings' },
  shielded: { sr: 'možda u nečitljivom zapisu', en: 'maybe in an unreadable record' },
  untouched: { sr: 'nije u izmenama', en: 'not in the changes' },
  absent: { sr: 'nema u fajlu', en: 'missing' },
  becomingInactive: { sr: 'u fajlu je postalo neaktivno', en: 'inactive in the file' },
  hiddenRows: { sr: 'skrivenih redova', en: 'hidden rows' },
  live: { sr: 'vidi se na portalu', en: 'live' },
  kept: { sr: 'na spisku koji ostaje', en: 'on the list that stays' },
  foreign: { sr: 'nepoznato ovde', en: 'unknown here' },
  repaired: { sr: 'razlika ispravljeno', en: 'differences repaired' },
  takenDown: { sr: 'skinulo osoblje portala', en: 'taken down by the portal’s staff' },
  drifting: { sr: 'razlika samo prikazano', en: 'differences only shown' },
  needs_review: { sr: 'na pregledu kod portala', en: 'in review by the portal' },
  missing: { sr: 'portal ih nema', en: 'missing at the portal' },
  contradicted: { sr: 'portal odgovara protivrečno', en: 'contradicted by the portal' },
  ...Object.fromEntries(
    repairKinds.map((kind) => [
      repairCode(kind),
      { sr: `ispravljeno, ${repairNames[kind].sr}`, en: `repaired, ${repairNames[kind].en}` },
    ]),
  ),
};
