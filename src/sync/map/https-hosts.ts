import { isDueAgain } from '../../core/schedule/due.js';
import { answersHttps } from '../../feed/fetch/ask-host.js';
import type { FeedId } from '../../model/ids.js';
import {
  askedHosts,
  hostAnswer,
  saveAskedHosts,
  saveHostAnswer,
  type AskedHosts,
} from '../../store/facts/https-hosts.js';
import type { Feed, Services } from '../services/services.js';

const dayMs = 24 * 3_600_000;
/** Hosts that are asked for one feed in a day. */
const hostsMax = 20;
/** Hosts that are remembered for one feed, to ask them again. Bounds the memory. */
const rememberedMax = 500;

type HostServices = Pick<Services, 'store' | 'fetcher' | 'clock' | 'limits'>;

/**
 * Tells whether hosts of photos answer over https. Each host is asked once a day, for all feeds together (RULES R162).
 * @param addresses https addresses of photos that the feed writes with http or without a scheme
 * @returns the answer of each host; a host that may not be asked for this feed today has its last answer, or none
 */
export async function httpsAnswers(
  addresses: Iterable<string>,
  { id }: Pick<Feed, 'id'>,
  services: HostServices,
): Promise<Map<string, boolean>> {
  const { store, clock } = services;
  const samples = new Map<string, URL>();
  for (const address of addresses) {
    const url = new URL(address);
    if (!samples.has(url.host)) samples.set(url.host, url);
  }
  const answers = new Map<string, boolean>();
  const due: { url: URL; at: number }[] = [];
  for (const [host, url] of samples) {
    const known = await hostAnswer(host, store);
    if (known !== null) answers.set(host, known.answered);
    if (known === null || isDueAgain(known.at, dayMs, clock.now())) due.push({ url, at: known?.at ?? 0 });
  }
  const asked = await askedOf(id, services);
  // Those that were never asked come first.
  const unasked = due.sort((a, b) => a.at - b.at).map(({ url }) => url);
  const now = unasked.slice(0, Math.max(0, hostsMax - asked.count));
  const allowed = services.limits.fetch.allowPrivateAddresses;
  const found = await Promise.all(now.map((url) => answersHttps(url, services, allowed)));
  for (const [index, { host }] of now.entries()) {
    const answered = found[index] === true;
    answers.set(host, answered);
    await saveHostAnswer(host, { answered, at: clock.now() }, store);
  }
  await saveUsed(id, { ...asked, count: asked.count + now.length }, samples.keys(), answers, services);
  return answers;
}

/** The last answers, where nothing may be requested or stored. A host that was never asked is taken to answer. */
export async function lastAnswers(
  addresses: Iterable<string>,
  store: Pick<Services['store'], 'meta'>,
): Promise<Map<string, boolean>> {
  const answers = new Map<string, boolean>();
  for (const address of addresses) {
    const { host } = new URL(address);
    if (!answers.has(host)) answers.set(host, (await hostAnswer(host, store))?.answered !== false);
  }
  return answers;
}

async function askedOf(feedId: FeedId, { store, clock }: HostServices): Promise<AskedHosts> {
  const former = await askedHosts(feedId, store);
  if (former !== null && !isDueAgain(former.since, dayMs, clock.now())) return former;
  return { since: clock.now(), count: 0, used: former?.used ?? {} };
}

async function saveUsed(
  feedId: FeedId,
  asked: AskedHosts,
  hosts: Iterable<string>,
  answers: ReadonlyMap<string, boolean>,
  { store }: HostServices,
): Promise<void> {
  const used = new Map(Object.entries(asked.used));
  for (const host of hosts)
    if (used.has(host) || used.size < rememberedMax) used.set(host, answers.get(host) === true);
  const now = { ...asked, used: Object.fromEntries(used) };
  const former = await askedHosts(feedId, store);
  if (JSON.stringify(former) !== JSON.stringify(now)) await saveAskedHosts(feedId, now, store);
}

/** The kind under which a record lists the hosts whose answers decided about its photos. */
export const hostUse = 'host';

/** Asks the hosts of a feed's photos again, each once a day. Records that used an answer that changed are mapped again. */
export async function askHostsAgain(feed: Pick<Feed, 'id'>, services: HostServices): Promise<void> {
  const { store } = services;
  const { used = {} } = (await askedHosts(feed.id, store)) ?? {};
  const hosts = Object.keys(used);
  if (hosts.length === 0) return;
  const now = await httpsAnswers(
    hosts.map((host) => `https://${host}/`),
    feed,
    services,
  );
  const changed = hosts.filter((host) => (now.get(host) === true) !== used[host]);
  if (changed.length === 0) return;
  await store.records.forget(feed.id, await store.records.using(feed.id, hostUse, changed));
  await store.feeds.update(feed.id, { context: null });
}
