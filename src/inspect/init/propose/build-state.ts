import { fold } from '../../../model/fold.js';
import { lesserState, type StateTarget } from '../../../core/content/record-state.js';
import { stateFinder, type OwnStates, type StateMeaning } from '../../../mapping/words/state-table.js';
import { rulesOf, type MappingDraft } from './draft/draft.js';
import { named } from './build-words.js';
import { ownName } from './match/own-name.js';
import type { FieldProfile } from '../profile/profile.js';
import { codesOf } from '../profile/legends.js';
import { flagOf, pairOfFlags } from '../profile/shapes.js';
import { conceptsOf, strongName, type Concept } from '../words/concepts.js';
import { moreState } from '../words/more-states.js';
import { namesState, stateColumns, type ColumnKind } from '../words/state-columns.js';
import * as lists from '../words/word-lists.js';

/** Names whose status is that of the building or of a part, not of the offer. */
const ofBuilding = /building|construction|gradnj|objekat|zgrad|gebaud|edificio|batiment/;
const ofPart = /garaz|garage|parking|parkplatz|stellplatz|podrum|cellar|keller/;

const shippedState = stateFinder({ words: new Map(), flags: null });

function anyState(word: string): StateMeaning | null {
  return shippedState(word) ?? moreState(word);
}

/** Words that may describe a new or luxurious home as well as a new listing. They do not count when a column is judged. */
const undecided: ReadonlySet<string> = new Set(
  'novo nova novi new neu nuovo nuova nuevo nueva nouveau nowy nowa nowe uj nou noua novij novoe lux luksuz'.split(
    ' ',
  ),
);

/** Unknown words of a column: more of them than this, in more than this share of its rows, are one question. */
const unknownMax = 20;
const unknownShareMax = 0.2;

/** Adds the state of the records, from all columns whose known words fill at least half of their filled cells (RULES R175). */
export function buildState(draft: MappingDraft, fields: readonly FieldProfile[]): void {
  const rules: Record<string, unknown>[] = [];
  for (const field of fields) {
    const kind = kindOf(field);
    const words = kind === null ? null : wordsOf(field, kind);
    if (kind === null || words === null || (words.known.size === 0 && isOffer(draft, field))) continue;
    rules.push({ from: field.path, table: kind.table });
    draft.tables[kind.table] = {
      states: 1,
      ...ownWords(field, kind, words),
      ...(field.disputed === true ? {} : flagsOf(kind.flags)),
    };
    draft.note('state', field, doubtOf(field, kind, words), words.unknown.length > 0 ? 0.6 : 0.8);
  }
  if (rules.length > 0) draft.top.state = rulesOf(rules);
}

/** The words of a table that only this file writes: codes that it explains, and initials of yes and no. */
function ownWords(
  field: FieldProfile,
  { flags }: ColumnKind,
  { known, silent }: ColumnWords,
): { words?: Record<string, StateTarget | null> } {
  const pair = [...initials(field, flags)].map(
    ([word, meaning]) => [word.toUpperCase(), meaning === 'nothing' ? null : meaning] as const,
  );
  const explained = [...known, [null, silent] as const].flatMap(([state, words]) =>
    words.flatMap((word) => codesOf(field, word).map((code) => [code, state] as const)),
  );
  const more = [...known].flatMap(([state, words]) =>
    words.flatMap((word) =>
      shippedState(word) === null && moreState(word) !== null ? [[word, state] as const] : [],
    ),
  );
  const all = field.codes === undefined ? [...pair, ...more] : explained;
  return all.length === 0 ? {} : { words: Object.fromEntries(all) };
}

/** What the initials of yes and no mean in a column of both, folded. Empty: it has others. */
function initials(field: FieldProfile, flags: OwnStates['flags']): Map<string, StateMeaning> {
  const pair = flags === null ? null : pairOfFlags(field);
  return new Map(
    pair === null || flags === null
      ? []
      : [[fold(pair.yes), flags.yes] as const, [fold(pair.no), flags.no] as const],
  );
}

/** Whether sale or rent is read from a field. */
function isOffer({ top }: MappingDraft, { path }: FieldProfile): boolean {
  return [top.transaction].flat().some((one) => (one as { from?: unknown } | undefined)?.from === path);
}

function kindOf(field: FieldProfile): ColumnKind | null {
  if (ofBuilding.test(fold(field.around)) || ofPart.test(fold(`${field.around} ${field.name}`))) return null;
  const name = fold(ownName(field.path).replaceAll("'", ''));
  return stateColumns.find((kind) => kind.name.test(name)) ?? (saysStates(field) ? byWords : null);
}

/** Whether a text goes on behind a word that only may be a state: "Novi Sad" is a town. */
function isNameLike(word: string): boolean {
  const [first = '', ...others] = fold(word).split(' ');
  return others.length > 0 && undecided.has(first);
}

/** A column whose name tells nothing, but whose words do: `priority` with "Exchanged" and "Sold STC". */
const byWords: ColumnKind = { name: /^$/, table: 'state_by_words', flags: null };

/** Longer texts are sentences. */
const stateLengthMax = 60;
/** A column of more different words holds no states. */
const statesMax = 20;

/**
 * Whether a column whose name means nothing else holds states alone or codes beside them, among the states one that ends an offer or reserves
 * it. "Let" and "rented" prove nothing: beside "sale" they say what is offered.
 */
function saysStates({ name, distinct }: FieldProfile): boolean {
  if (distinct.size > statesMax || isOtherName(name) || ofBuilding.test(fold(name))) return false;
  // A yes or no says nothing without the name of what it is about.
  if ([...distinct.keys()].every((word) => flagOf(word) !== null)) return false;
  if ([...distinct.keys()].some((word) => word.length > stateLengthMax)) return false;
  const meanings = [...distinct.keys()].map((word) => {
    const meaning = isNameLike(word) ? null : anyState(word);
    return { word, meaning };
  });
  const ends = meanings.filter(
    ({ meaning }) =>
      meaning !== null && meaning !== 'nothing' && meaning !== 'active' && meaning !== 'rented',
  );
  // A mark that stands at sold homes alone is one word, and no letter.
  if (meanings.every(({ meaning }) => meaning !== null && meaning !== 'nothing'))
    return ends.length > 0 && (distinct.size > 1 || !isCode(ends[0]?.word ?? ''));
  // Codes may stand beside a whole word, and prove nothing by themselves: N, E and S are sides of a house.
  return (
    ends.some(({ word }) => !isCode(word)) &&
    meanings.every(({ word, meaning }) => meaning !== 'nothing' && (meaning !== null || isCode(word)))
  );
}

/** What a column of states may also be called: `durum`, `condition`, `oznaka`. */
const stateLike: ReadonlySet<Concept> = new Set<Concept>([
  ...(['condition', 'available', 'transaction', 'id', 'code'] as const),
]);

/** Whether a name says what a column is, and that is no state: "Estado" may be that of the home or that of the offer. */
function isOtherName(name: string): boolean {
  return [...conceptsOf(name)].some(([concept, score]) => score >= strongName && !stateLike.has(concept));
}

/** The words of a column by what they mean. */
interface ColumnWords {
  known: Map<StateTarget, string[]>;
  unknown: string[];
  /** Words that say nothing of the state, such as a no in a column of sold homes. */
  silent: string[];
  /** Share of the filled cells with an unknown word. */
  unknownShare: number;
}

/**
 * The words of a column by meaning. Null: it is no state. Too few cells have a known word, no word means a state, or a column of yes and no
 * calls every listing unavailable.
 */
function wordsOf(field: FieldProfile, { flags }: ColumnKind): ColumnWords | null {
  // The file explains its codes in a way that is not understood: none of them is read by what it usually means.
  if (field.disputed === true)
    return { known: new Map(), unknown: [...field.distinct.keys()], silent: [], unknownShare: 1 };
  const find = stateFinder({ words: initials(field, flags), flags });
  const known: ColumnWords['known'] = new Map();
  const unknown: string[] = [];
  const silent: string[] = [];
  const cells = { known: 0, unknown: 0, undecided: 0 };
  for (const [word, count] of field.distinct) {
    const meaning = find(word) ?? moreState(word);
    if (meaning === null) {
      unknown.push(word);
      cells.unknown += count;
      continue;
    }
    cells[undecided.has(fold(word)) ? 'undecided' : 'known'] += count;
    if (meaning === 'nothing') silent.push(word);
    else known.set(meaning, [...(known.get(meaning) ?? []), word]);
  }
  const isAsked =
    flags === null &&
    (unknown.length === field.distinct.size
      ? areCodes(field) || areStates(field)
      : endsAnOffer(known, field));
  if ((cells.known === 0 || cells.known < cells.unknown) && !isAsked) return null;
  if (known.size === 0 && flags === null && !isAsked) return null;
  // A column that says of every listing that it is not available is about something else.
  if (flags?.no === 'inactive' && field.codes === undefined && unknown.length === 0 && !known.has('active'))
    return null;
  const unknownShare = cells.unknown / (cells.known + cells.unknown + cells.undecided);
  return { known, unknown, silent, unknownShare };
}

/**
 * Whether a column of few words has one by which a listing leaves the portal: what its other words mean is asked. Sold homes would go live
 * otherwise.
 */
function endsAnOffer(known: ColumnWords['known'], { distinct }: FieldProfile): boolean {
  return (
    distinct.size <= codesMax && [...known.keys()].some((state) => lesserState('active', state) !== 'active')
  );
}

const codesMax = 6;

/** Whether a column that is named for the state holds a few codes of a letter or two, which may mean that a listing is sold. */
function areCodes({ distinct }: FieldProfile): boolean {
  const codes = [...distinct.keys()];
  return codes.length > 1 && codes.length <= codesMax && codes.every(isCode);
}

/** Lists of what a column called a status may hold instead. */
const otherLists = [
  ...[lists.conditions, lists.furnishings, lists.buildingGroups, lists.ownerships],
  ...[lists.transactions, lists.categories],
];

/**
 * Whether a column whose name leaves no doubt has a few words that nothing explains: one of them may mean that a listing is sold. Figures are
 * ids of words that stand elsewhere.
 */
function areStates({ path, distinct }: FieldProfile): boolean {
  const words = [...distinct.keys()];
  return (
    namesState(fold(ownName(path).replaceAll("'", ''))) &&
    words.length > 1 &&
    words.length <= codesMax &&
    words.every(
      (word) =>
        /\p{L}{3}/u.test(word) &&
        word.length <= stateLengthMax &&
        otherLists.every((list) => lists.lookUp(word, list) === null),
    )
  );
}

function isCode(word: string): boolean {
  return /^\p{L}{1,2}$/u.test(word);
}

function flagsOf(flags: OwnStates['flags']): Record<string, unknown> {
  const of = (meaning: StateMeaning): string | null => (meaning === 'nothing' ? null : meaning);
  return flags === null ? {} : { yes: of(flags.yes), no: of(flags.no) };
}

function doubtOf(
  { path }: FieldProfile,
  { table }: ColumnKind,
  { known, unknown, unknownShare }: ColumnWords,
): string {
  const meanings = [...known].flatMap(([target, words]) => {
    const shown = consequences[target];
    return shown === undefined
      ? []
      : [`${named(words)} ${words.length === 1 ? 'is' : 'are'} taken for ${shown}`];
  });
  const told = meanings.length === 0 ? [] : [`${meanings.join('; ')}.`];
  if (table === byWords.table)
    told.push(`The name of the column does not say that it is the state: only its words do.`);
  if (unknown.length > unknownMax && unknownShare > unknownShareMax)
    told.push(
      `${path} has ${unknown.length} words that are no known state: is it the state of the listing at all? If not, leave it out of state:.`,
    );
  else if (unknown.length > 0)
    told.push(
      `No state is known for ${named(unknown)}: such listings wait. Add them to the table "${table}".`,
    );
  return told.length === 0 ? 'All its words are on offer so far.' : told.join(' ');
}

const consequences: Readonly<Partial<Record<StateTarget, string>>> = {
  sold: 'sold (removed from the portal)',
  rented: 'let (removed from the portal)',
  withdrawn: 'withdrawn (removed from the portal)',
  expired: 'expired (removed from the portal)',
  inactive: 'reserved or switched off (hidden on the portal)',
  ignore: 'a draft (not published)',
};

/** Whether a word means that the offer ended or is reserved, so that it does not decide sale or rent. */
export function isStateWord(word: string): boolean {
  const meaning = anyState(word);
  return meaning !== null && meaning !== 'nothing' && lesserState('active', meaning) !== 'active';
}
