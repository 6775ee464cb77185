import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** Whether a host of photos answered over https, and when it was asked. */
export interface HostAnswer {
  answered: boolean;
  at: Millis;
}

export async function hostAnswer(host: string, { meta }: Pick<Store, 'meta'>): Promise<HostAnswer | null> {
  const text = await meta.get(`photos.https ${host}`);
  return text === null ? null : (JSON.parse(text) as HostAnswer);
}

export async function saveHostAnswer(
  host: string,
  answer: HostAnswer,
  { meta }: Pick<Store, 'meta'>,
): Promise<void> {
  await meta.set(`photos.https ${host}`, JSON.stringify(answer));
}

/** What a feed knows of the hosts of its photos. */
export interface AskedHosts {
  /** So many hosts were asked for this feed since this time. */
  since: Millis;
  count: number;
  /** The answers that the feed's records used, by host. */
  used: Record<string, boolean>;
}

export async function askedHosts(feedId: FeedId, { meta }: Pick<Store, 'meta'>): Promise<AskedHosts | null> {
  const text = await meta.get(`photos.hosts ${feedId}`);
  return text === null ? null : (JSON.parse(text) as AskedHosts);
}

export async function saveAskedHosts(
  feedId: FeedId,
  asked: AskedHosts,
  { meta }: Pick<Store, 'meta'>,
): Promise<void> {
  await meta.set(`photos.hosts ${feedId}`, JSON.stringify(asked));
}
