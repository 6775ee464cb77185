import type { ConnectionId } from '../../model/ids.js';
import { pipeline } from 'node:stream/promises';
import { contactLengthMax, readContact, type ContactText } from '../../core/content/one-contact.js';
import { partsOf } from '../../model/snapshot-parts.js';
import { maskLogs } from '../../platform/log/log-files.js';
import { nameHash } from '../../platform/keyed-hash.js';
import { maskStream } from '../../platform/log/mask-files.js';
import { allUploads } from '../../store/facts/uploads.js';
import type { AgencyScope, Store } from '../../store/store.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';
import { copiesDocument, copiesText, holdingCopies, type HoldingCopy } from '../upkeep/upgrade-copies.js';

/** What a search needs. Erasing also needs the clock. */
export type EraseDeps = Pick<Services, 'store' | 'spool' | 'logFolder' | 'attemptKey'>;

/** Where the text or the agency was found: rows by table, and numbers of files. */
export interface Found {
  rows: Record<string, number>;
  snapshots: number;
  logs: number;
  /** Rows and files with text that is similar to the contact: its digits or words with other text between them. This text is not erased. */
  nearMisses: number;
  copies: HoldingCopy[];
}

/**
 * @param name id of a connection, or name of one of its feeds or agencies
 * @returns null if nothing is known of it, or if it is an agency that has no connection yet
 */
export async function agencyOf(name: string, store: Store): Promise<AgencyScope | null> {
  const feeds = await store.feeds.all();
  const connectionId =
    feeds.find((feed) => feed.connectionId === name)?.connectionId ??
    feeds.find((feed) => feed.name === name)?.connectionId ??
    (await store.setups.byName(name))?.connectionId ??
    (await store.connections.get(name))?.id;
  if (connectionId === undefined) return null;
  const own = feeds.filter((feed) => feed.connectionId === connectionId);
  return { connectionId, feeds: own.map(({ id, name: feed }) => ({ id, name: feed })) };
}

/**
 * @returns null if the agency may be erased; else the obstacle and what to do about it
 * @param configured connections that have a feed in the configuration
 */
export async function whyNotErased(
  scope: AgencyScope,
  store: Store,
  configured: ReadonlySet<string>,
): Promise<string | null> {
  const { connectionId } = scope;
  const polled = (await store.feeds.all()).filter(
    (feed) => feed.connectionId === connectionId && feed.life !== 'retired' && feed.life !== 'orphaned',
  );
  const { listings, queued, batches } = await store.agencies.unfinished(scope);
  if (polled.length > 0) {
    const names = polled.map(({ name }) => name);
    return `Nothing was erased: ${names.join(', ')} would be polled again, and everything would come back. ${names.map((name) => `\`feedsync retire ${name}\``).join(', ')} first, approve the hold that asks about the listings (\`feedsync holds\`), and take the feed out of the configuration.`;
  }
  if (listings > 0)
    return `Nothing was erased: ${count(listings, 'listing')} of ${connectionId} ${listings === 1 ? 'is' : 'are'} still on the portal, where feedsync could no longer remove ${listings === 1 ? 'it' : 'them'}. Approve the hold that asks about them (\`feedsync holds\`), or \`feedsync remove ID --reason withdrawn\` each; when the portal has confirmed that, erase again.`;
  if (queued + batches > 0)
    return `Nothing was erased: ${count(queued, 'change')} and ${batches === 1 ? '1 batch' : `${batches} batches`} are still on their way to the portal. \`feedsync sync\` sends them; erase again after that.`;
  const here = (await store.setups.all()).filter(
    (agency) => agency.connectionId === connectionId && agency.sentAt !== null,
  );
  if (here.length > 0)
    return `Nothing was erased: the agency is set up here, and everything would come back. ${here.map(({ name }) => `\`feedsync agencies remove ${name}\``).join(', ')} first, then erase again.`;
  if (configured.has(connectionId))
    return `Nothing was erased: the configuration still has ${scope.feeds.map(({ name }) => name).join(', ')}, and everything would come back with the next start. Remove it there, let a running daemon load the change, then erase again.`;
  return null;
}

/** Counts the rows and files of an agency. */
export async function findAgency(scope: AgencyScope, { store }: Pick<EraseDeps, 'store'>): Promise<Found> {
  return {
    rows: await store.agencies.count(scope),
    snapshots:
      (await snapshotFiles(store, scope.feeds)).length + (await setupFiles(store, scope.connectionId)).length,
    logs: 0,
    nearMisses: 0,
    copies: await holdingCopies(store),
  };
}

/** Erases files before rows: after a crash in between, the rows remain and are erased when the request is repeated. */
export async function eraseAgency(
  { agency, author }: { agency: string; author: string },
  { store, spool, clock, configured, sweepFiles }: Services,
): Promise<RequestResult> {
  const scope = await agencyOf(agency, store);
  if (scope === null)
    return { ok: false, message: `Nothing is known of "${agency}", so there is nothing to erase.` };
  const refusal = await whyNotErased(scope, store, configured());
  if (refusal !== null) return { ok: false, message: refusal };
  // Working files that a process left behind hold records of the agency too.
  await sweepFiles();
  const files = [
    ...(await snapshotFiles(store, scope.feeds)),
    ...(await setupFiles(store, scope.connectionId)),
  ];
  for (const file of files) await spool.remove(file);
  const rows = await store.agencies.erase(scope, { author, now: clock.now() });
  const copies = await holdingCopies(store);
  return {
    ok: true,
    message: `erased what was stored of ${scope.connectionId}: ${count(sum(rows), 'row')} and ${count(files.length, 'file')}; ${remains}${copiesText(copies)}`,
    rows,
    snapshots: files.length,
    copies: copiesDocument(copies),
  };
}

const remains =
  'the audit stays, log files are removed automatically (retention.logs_days), and copies made with `feedsync backup` still hold everything until they are replaced';

/** Searches for a person's contact in the store, the kept files and the logs. The portal is not searched. */
export async function findPerson(
  text: string,
  { mask, maskNear }: ContactText,
  deps: EraseDeps,
): Promise<Found> {
  const found = await occurrences(mask, await nameKeyOf(text, deps.attemptKey), deps);
  return {
    ...found,
    nearMisses: await placesOf(maskNear, deps),
    copies: await holdingCopies(deps.store),
  };
}

async function placesOf(mask: ContactText['mask'], deps: EraseDeps): Promise<number> {
  const { rows, snapshots, logs } = await occurrences(mask, null, deps);
  return sum(rows) + snapshots + logs;
}

async function occurrences(
  mask: ContactText['mask'],
  nameKey: string | null,
  { store, spool, logFolder }: EraseDeps,
): Promise<Omit<Found, 'nearMisses' | 'copies'>> {
  const files = await allFiles(store);
  let snapshots = 0;
  for (const file of files) if (await hasOccurrence(file, mask, spool)) snapshots += 1;
  return {
    rows: await store.persons.count(mask, nameKey),
    snapshots,
    logs: await maskLogs(logFolder, mask, { overlap: contactLengthMax, dryRun: true }),
  };
}

const shownMax = 10;

/** @returns null if no listing that is on the portal, or should be, shows the contact */
export async function whyNotMasked({ mask }: ContactText, store: Store): Promise<string | null> {
  const shown = await store.persons.shown(mask);
  if (shown.length === 0) return null;
  const ids = shown.slice(0, shownMax).map(({ externalId }) => externalId);
  const more = shown.length > shownMax ? ` and ${shown.length - shownMax} more` : '';
  return `Nothing was erased: ${count(shown.length, 'listing')} that ${shown.length === 1 ? 'is' : 'are'} on the portal, or wanted there, ${shown.length === 1 ? 'shows' : 'show'} it (${ids.join(', ')}${more}), and the next file would bring it back. Let the agency remove it from the feed, leave it out in the mapping (strip_contacts: true), or remove the listings (\`feedsync suppress ID --reason …\`); when the portal has confirmed that, erase again.`;
}

/** Overwrites a person's contact everywhere. The replacement has the same length, so that kept files stay readable. */
export async function erasePerson(
  { text, author }: { text: string; author: string },
  services: Services,
): Promise<RequestResult> {
  const { store, spool, clock, logFolder, attemptKey } = services;
  const contact = readContact(text);
  if (contact === null) return { ok: false, message: notAContact };
  const refusal = await whyNotMasked(contact, store);
  if (refusal !== null) return { ok: false, message: refusal };
  await services.sweepFiles();
  const { mask, kind } = contact;
  let snapshots = 0;
  for (const file of await allFiles(store)) if (await maskFile(file, mask, spool)) snapshots += 1;
  const logs = await maskLogs(logFolder, mask, { overlap: contactLengthMax, dryRun: false });
  const nameKey = await nameKeyOf(text, attemptKey);
  const rows = await store.persons.erase(mask, { nameKey, author, about: kind, now: clock.now() });
  const nearMisses = await placesOf(contact.maskNear, services);
  const copies = await holdingCopies(store);
  return {
    ok: true,
    message: `erased in ${count(sum(rows), 'row')}, ${count(snapshots, 'kept file')} and ${count(logs, 'log file')}; ${nearMissText(nearMisses)}; a feed that still has it brings it back with its next file, and copies made with \`feedsync backup\` still hold it until they are replaced${copiesText(copies)}`,
    rows,
    snapshots,
    logs,
    near_misses: nearMisses,
    copies: copiesDocument(copies),
  };
}

/** Similar text is left to the operator, who can read it: feedsync overwrites only text that equals the contact. */
function nearMissText(places: number): string {
  return places === 0
    ? 'nothing like it is left'
    : `${count(places, 'row or file', 'rows and files')} still ${places === 1 ? 'has' : 'have'} something like it, with other text between its parts: look with \`feedsync export --agency NAME\``;
}

/** The hash under which failed sign-ins with this contact are counted; null if none was ever counted here. */
async function nameKeyOf(text: string, attemptKey: Services['attemptKey']): Promise<string | null> {
  const key = await attemptKey();
  return key === null ? null : nameHash(key, text);
}

export const notAContact =
  'Write an e-mail address (ana@agency.example), or a phone number with at least 6 digits (+381 64 123-45-67): nothing was looked for.';

async function allFiles(store: Store): Promise<string[]> {
  return [...(await snapshotFiles(store, await store.feeds.all())), ...(await setupFiles(store, null))];
}

/** Files that are kept for agencies that were not sent yet, uploaded ones included. @param connectionId of one agency; null: of all */
async function setupFiles(store: Store, connectionId: ConnectionId | null): Promise<string[]> {
  const agencies = (await store.setups.all()).filter(
    (agency) => connectionId === null || agency.connectionId === connectionId,
  );
  const names = new Set(agencies.map(({ name }) => name));
  const uploads = (await allUploads(store)).filter(({ agency }) => names.has(agency));
  return [
    ...agencies.flatMap(({ keptFile }) => (keptFile === null ? [] : partsOf(keptFile.path))),
    ...uploads.flatMap(({ paths }) => paths),
  ];
}

async function snapshotFiles(store: Store, feeds: readonly { id: number }[]): Promise<string[]> {
  const files: string[] = [];
  for (const { id } of feeds)
    for (const { parts } of await store.snapshots.ofFeed(id)) files.push(...parts.map(({ path }) => path));
  return files;
}

async function hasOccurrence(
  path: string,
  mask: ContactText['mask'],
  spool: Services['spool'],
): Promise<boolean> {
  let hasFound = false;
  const masked = maskStream(mask, contactLengthMax, () => (hasFound = true));
  const reading = pipeline(spool.read(path), masked);
  masked.resume();
  await reading;
  return hasFound;
}

/** Replaces the file by a masked copy in one step. A process that has the former file open keeps reading that one. */
async function maskFile(path: string, mask: ContactText['mask'], spool: Services['spool']): Promise<boolean> {
  if (!(await hasOccurrence(path, mask, spool))) return false;
  const copy = await spool.create();
  try {
    await pipeline(
      spool.read(path),
      maskStream(mask, contactLengthMax, () => undefined),
      copy.stream,
    );
    await copy.keep(path);
    return true;
  } catch (error) {
    await copy.discard();
    throw error;
  }
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, rows) => total + rows, 0);
}

function count(number: number, what: string, plural = `${what}s`): string {
  return `${number} ${number === 1 ? what : plural}`;
}
