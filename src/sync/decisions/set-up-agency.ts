import { connectRefusal, type ConnectRefusal } from '../../texts/connect-refusals.js';
import type { Sentence } from '../../model/sentence.js';
import { wordSubject, type FeedChange } from '../../core/setup/feed-changes.js';
import {
  chosenFacts,
  ownerFact,
  type ChosenFact,
  type ChosenPath,
  type DifferingFact,
} from '../../core/setup/differing-facts.js';
import type { AnswerOfSome, ChoiceOfSome } from '../../core/setup/fact-answer.js';
import type { SetupFacts } from '../../core/setup/setup-steps.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { isPlaceKey, placePointer } from '../../core/content/place-entries.js';
import { choiceQuestion } from '../../texts/setup-choices.js';
import { wordLists } from '../../texts/state-choices.js';
import { setupRefusals as refusals } from '../../texts/setup-refusals.js';
import { whyNotSend } from '../../texts/why-not-send.js';
import { partsOf } from '../../model/snapshot-parts.js';
import {
  statedOfAll,
  statedOfSome,
  statementOf,
  type AskedFact,
  type StatedFact,
  type StatedOfSome,
} from './stated-facts.js';
import type { AgencyLanguage, NewStatement, SetupRecord } from '../../store/store.js';
import type { Connection } from '../../wire/replies.js';
import { forgetUpload } from '../upkeep/forget-uploads.js';
import type { Services } from '../services/services.js';
import { askedListings, goneIds, stateOfSetup } from '../../store/facts/setup-facts.js';

/** The result of a step, in both languages. */
export type Step = { ok: true; message: Sentence } | { ok: false; why: Sentence };

type Work = Pick<Services, 'store' | 'clock' | 'portal' | 'setups' | 'spool' | 'prepareFeeds'>;

export interface By {
  agency: string;
  author: string;
}

/** Redeems a connect code. No other request of an agency's setup writes to the portal before the agency is sent. */
export async function connectAgency(
  { agency: name, author, code }: By & { code: string },
  services: Work,
): Promise<Step> {
  const { store, portal, clock, setups } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  if (agency.connectionId !== null) return refused(refusals.connectedAlready);
  const trimmed = code.trim();
  if (trimmed.length < 12 || trimmed.length > 32) return refused(refusals.codeLength);
  const redeemedAt = portal.portalTime();
  const reply = await portal.redeem(trimmed);
  const connection = reply.kind === 'ok' ? reply.body : null;
  const found = connection ?? (reply.kind === 'unknown' ? await redeemedSince(redeemedAt, services) : null);
  if (found === null) return refused(connectRefusal(refusalOf(reply)));
  const other = await whoseConnection(found.id, services);
  if (other !== null) return refused(refusals.connectionOfAnother(other));
  await store.setups.connect(name, { id: found.id, remote: found }, author, clock.now());
  setups.changed(name);
  return { ok: true, message: refusals.connected(found.agency.name) };
}

function refusalOf(reply: { kind: string; code?: string; details?: unknown }): ConnectRefusal {
  if (reply.kind !== 'refused') return { code: reply.kind, reason: null };
  const { details } = reply;
  const reason =
    typeof details === 'object' && details !== null && 'reason' in details ? String(details.reason) : null;
  return { code: reply.code ?? '', reason };
}

/**
 * For a redeem request whose reply was lost: returns the one connection that was redeemed since and belongs to no agency or feed here. Null
 * if there is none, or if there are several and the right one is unknown.
 */
async function redeemedSince(since: number, services: Work): Promise<Connection | null> {
  const reply = await services.portal.listConnections();
  if (reply.kind !== 'ok') return null;
  const fresh: Connection[] = [];
  for (const connection of reply.body) {
    const at = Date.parse(connection.redeemed_at ?? '');
    if (!(at >= since - clockSlackMs)) continue;
    if ((await whoseConnection(connection.id, services)) === null) fresh.push(connection);
  }
  const [only, ...others] = fresh;
  return only !== undefined && others.length === 0 ? only : null;
}

const clockSlackMs = 5_000;

/** The agency or feed that has the connection, in setup or in the configuration; null: none. */
async function whoseConnection(id: string, { store }: Pick<Work, 'store'>): Promise<string | null> {
  const setup = (await store.setups.all()).find(({ connectionId }) => connectionId === id);
  if (setup !== undefined) return setup.title;
  return (await store.feeds.ofConnection(id))[0]?.name ?? null;
}

/** Stores whether the portal's agency is the right one. If it is not, feedsync ends the connection at the portal. */
export async function confirmAgency(
  request: By & {
    ok: boolean;
    language: AgencyLanguage;
    name: string;
    role: string;
    /** The connection whose agency the person saw; null: the present one. */
    connection?: string | null;
  },
  services: Work,
): Promise<Step> {
  const { agency: name, author, ok } = request;
  const { store, portal, clock, setups } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  if (agency.sentAt !== null) return refused(refusals.sentAlready);
  if (agency.connectionId === null) return refused(refusals.notConnected);
  if (request.connection != null && request.connection !== agency.connectionId)
    return refused(refusals.connectedAnew);
  if (!ok) {
    const reply = await portal.disconnect(agency.connectionId, 'redeemed for another agency');
    const isGone = reply.kind === 'refused' && reply.scope === 'not_found';
    if (reply.kind !== 'ok' && !isGone) return refused(refusals.portalSilent);
    await store.setups.disconnect(name, author, clock.now());
    setups.changed(name);
    return { ok: true, message: refusals.disconnected };
  }
  const { title, number } = namesOf(agency);
  const stated = statementOf('identity', { ...request, value: true }, { agency: title, number });
  await store.setups.confirm(name, stated, author, clock.now());
  setups.changed(name);
  return { ok: true, message: refusals.confirmed };
}

function namesOf({ remote }: SetupRecord): { title: string; number: string } {
  const shown = (text: string | null | undefined): string => (text == null || text === '' ? '—' : text);
  return { title: shown(remote?.agency.name), number: shown(remote?.agency.register_number) };
}

export interface AgencyAnswers {
  mandate?: StatedFact | undefined;
  owner_nearby?: StatedFact | StatedOfSome<AnswerOfSome> | undefined;
  /** What differs between listings, by payload path. */
  of_some?: Readonly<Partial<Record<ChosenPath, StatedOfSome<ChoiceOfSome>>>> | undefined;
  choices?: Readonly<Record<string, string>> | undefined;
  words?: readonly { table: string; word: string; key: string | null }[] | undefined;
  take_back?: readonly number[] | undefined;
}

/** Stores an agency's answers, all or none. Statements are kept word for word; their effects override the agency's feed. */
export async function answerAgency(
  { agency: name, author, answers }: By & { answers: AgencyAnswers },
  services: Work,
): Promise<Step> {
  const { store, clock, setups, prepareFeeds: prepareFeeds } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  const known = await store.reference.known();
  const portal = {
    vocabulary: known?.vocabulary.vocabulary ?? null,
    places: known?.places.places ?? [],
  };
  const facts = await stateOfSetup(agency, store);
  const ofSome: [DifferingFact, StatedOfSome, Omit<AskedFact, 'names'>][] = [];
  for (const [fact, given] of statedInPart(answers)) {
    const { path } = fact;
    const former = path === ownerFact.path ? facts.ownerNearby : (facts.chosen[path] ?? null);
    const listings = await askedListings(fact, agency, store);
    ofSome.push([fact, given, { listings, former, gone: await goneIds(fact, agency, store) }]);
  }
  const read = readAnswers(answers, agency, portal, { ofSome, chosen: facts.chosen });
  if (!read.ok) return refused(read.why);
  const key = { feed: name, connectionId: agency.sentAt === null ? null : agency.connectionId };
  for (const id of answers.take_back ?? [])
    if ((await store.feedChanges.undo(id, key, author, clock.now())) === null)
      return refused(refusals.noSuchChange);
  await store.setups.answer(name, read, author, clock.now());
  if (agency.sentAt !== null) await prepareFeeds();
  else if ((answers.take_back ?? []).length > 0) await store.setups.askReading(name, true, clock.now());
  setups.changed(name);
  return { ok: true, message: refusals.answered };
}

/** What is stated of some listings. */
function statedInPart({
  owner_nearby: owner,
  of_some: chosen = {},
}: AgencyAnswers): [fact: typeof ownerFact | ChosenFact, given: StatedOfSome][] {
  const ofOwners = owner !== undefined && isOfSome(owner) ? [[ownerFact, owner] as const] : [];
  const ofOthers = chosenFacts.flatMap((fact) => {
    const given = chosen[fact.path];
    return given === undefined ? [] : [[fact, given] as const];
  });
  return [...ofOwners, ...ofOthers].map(([fact, given]) => [fact, given]);
}

function isOfSome(stated: StatedFact | StatedOfSome<AnswerOfSome>): stated is StatedOfSome<AnswerOfSome> {
  return typeof stated.value === 'object';
}

type ReadAnswers =
  { ok: true; statements: NewStatement[]; changes: FeedChange[] } | { ok: false; why: Sentence };

function readAnswers(
  answers: AgencyAnswers,
  { reading }: SetupRecord,
  { vocabulary, places }: { vocabulary: Vocabulary | null; places: readonly Place[] },
  {
    ofSome,
    chosen,
  }: {
    ofSome: readonly [DifferingFact, StatedOfSome, Omit<AskedFact, 'names'>][];
    /** What was stated of some listings before. */
    chosen: SetupFacts['chosen'];
  },
): ReadAnswers {
  const statements: NewStatement[] = [];
  const changes: FeedChange[] = [];
  const { mandate, owner_nearby: owner } = answers;
  const read = [
    ...(mandate === undefined ? [] : [['mandate_attested', statedOfAll('mandate', mandate)] as const]),
    ...(owner === undefined || isOfSome(owner)
      ? []
      : [[ownerFact.question, statedOfAll('owner_nearby', owner)] as const]),
    ...ofSome.map(
      ([fact, given, asked]) =>
        [fact.question, statedOfSome(fact, given, { ...asked, names: { vocabulary, places } })] as const,
    ),
  ];
  for (const [subject, stated] of read) {
    if (!stated.ok) return stated;
    statements.push(...stated.statements);
    changes.push({ kind: 'answer', subject, value: stated.answer });
  }
  // What is chosen for all replaces what was stated of some.
  for (const { path, question } of chosenFacts)
    if (
      answers.choices?.[path] !== undefined &&
      answers.of_some?.[path] === undefined &&
      chosen[path] !== undefined
    )
      changes.push({ kind: 'answer', subject: question, value: { named: {} } });
  for (const [path, value] of Object.entries(answers.choices ?? {})) {
    const { options, isPlace } = choiceQuestion(path, vocabulary);
    if (options.length === 0) return { ok: false, why: refusals.noSuchChoice(path) };
    const isOption = options.some((option) => option.value === value);
    if (!isOption && !(isPlace && isPlaceKey(value, places)))
      return { ok: false, why: refusals.badChoice(path, value) };
    changes.push({ kind: 'constant', subject: path, value });
  }
  const open = reading?.ok === true ? reading.result.words : [];
  for (const { table, word, key } of answers.words ?? []) {
    const found = open.find((one) => one.table === table && one.word === word);
    if (found === undefined) return { ok: false, why: refusals.noSuchWord(word) };
    const list = Object.entries(wordLists(vocabulary)).find(([name]) => name === found.vocabulary)?.[1];
    const isKnown =
      found.pointer === placePointer
        ? isPlaceKey(key ?? '', places) || found.suggestions.some((one) => one.key === key)
        : list?.some((entry) => entry.key === key) !== false;
    if (key !== null && !isKnown) return { ok: false, why: refusals.badMeaning(word, key) };
    changes.push({ kind: 'word', subject: wordSubject(table, word), value: key });
  }
  return { ok: true, statements, changes };
}

/**
 * Gives the agency a mapping of its own, usually what was proposed for its file; null: its mapping is detected again. Its file is read
 * under it at once.
 */
export async function setOwnMapping(
  { agency: name, author, text }: By & { text: string | null },
  services: Work,
): Promise<Step> {
  const { store, clock, setups } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  if (agency.sentAt !== null) return refused(refusals.sentAlready);
  const why = text === null ? null : await setups.whyNotMapping(agency, text);
  if (why !== null) return refused(why);
  const now = clock.now();
  const { mapping: _former, ...feed } = agency.feed;
  await store.setups.change(name, { feed }, { author, now, read: text === null });
  const changes: FeedChange[] = [{ kind: 'mapping', subject: '', value: text }];
  await store.setups.answer(name, { statements: [], changes }, author, now);
  setups.changed(name);
  return { ok: true, message: text === null ? refusals.mappingForgotten : refusals.mappingTaken };
}

/** From now on the agency's feed is polled, and its listings are sent for the portal's first check. */
export async function sendAgency({ agency: name, author }: By, services: Work): Promise<Step> {
  const { store, clock, setups, spool, prepareFeeds: prepareFeeds } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  if (agency.sentAt !== null) return refused(refusals.sentAlready);
  const why =
    whyNotSend(await stateOfSetup(agency, store)) ?? (await whyConnectionEnded(agency, author, services));
  if (why !== null) return refused(why);
  await store.setups.send(name, author, clock.now());
  await removeKept(agency, spool);
  await prepareFeeds();
  setups.changed(name);
  return { ok: true, message: refusals.sent };
}

/** The connection may have ended since the code was redeemed. @returns null if it has not, or if the portal does not answer: the push checks again */
async function whyConnectionEnded(
  { name, connectionId }: SetupRecord,
  author: string,
  { store, portal, clock }: Work,
): Promise<Sentence | null> {
  const reply = await portal.getConnection(connectionId ?? '');
  if (reply.kind === 'ok') await store.setups.updateRemote(name, { ...reply.body });
  const isGone = reply.kind === 'refused' && reply.scope === 'not_found';
  if (!isGone && !(reply.kind === 'ok' && reply.body.status === 'revoked')) return null;
  await store.setups.disconnect(name, author, clock.now());
  return refusals.ended;
}

/** Stops the agency's feed, like a feed removed from the configuration: a hold is raised about its listings. */
export async function removeAgency({ agency: name, author }: By, services: Work): Promise<Step> {
  const { store, clock, setups, spool, prepareFeeds: prepareFeeds } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return refused(refusals.gone);
  await store.setups.remove(name, author, clock.now());
  await removeKept(agency, spool);
  await forgetUpload(name, services);
  if (agency.sentAt !== null) await prepareFeeds();
  setups.changed(name);
  return { ok: true, message: refusals.removed(agency.title, agency.sentAt !== null) };
}

/** Deletes the file that was kept while the agency was in setup. */
export async function removeKept(
  { keptFile }: Pick<SetupRecord, 'keptFile'>,
  spool: Services['spool'],
): Promise<void> {
  for (const path of keptFile === null ? [] : partsOf(keptFile.path)) await spool.remove(path);
}

function refused(why: Sentence): Step {
  return { ok: false, why };
}
