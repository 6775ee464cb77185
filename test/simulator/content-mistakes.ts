import type { App } from '../../src/assemble.js';
import type { Confirmation, OpenDoubt } from '../../src/model/content.js';
import { altered } from '../support/altered.js';
import type { Plant } from './mistakes.js';

type Mapping = App['feeds'][number]['mapping'];
type Mapped = ReturnType<Mapping['map']>;

/** Mistakes by which something wrong would go live, each with a known seed. */
export const contentMistakes: Readonly<Record<string, Plant>> = {
  'takes what is sold in other words for on offer': (_services, app) => {
    alterMappings(app, (mapping, record, ...rest) => {
      const { status } = record.value;
      const isOther =
        typeof status === 'string' && /^(prodat|izdat|povu)/i.test(status) && status !== 'prodato';
      return mapping.map(isOther ? withStatus(record, 'aktivan') : record, ...rest);
    });
  },

  'lets ten times the price go live': (_services, app) => {
    for (const feed of app.feeds) altered(feed).content = { ...feed.content, mode: 'report' };
  },

  'glues two photo addresses': (_services, app) => {
    alterMappings(app, (mapping, ...args) => {
      const mapped = mapping.map(...args);
      return {
        ...mapped,
        listings: mapped.listings.map((listing) => ({
          ...listing,
          payload: listing.payload && { ...listing.payload, photos: glued(listing.payload.photos) },
        })),
      };
    });
  },

  'calls a part of a file the whole': (_services, app) => {
    for (const feed of app.feeds) Object.assign(altered(feed), { ignoreMore: ['/total', '/feed/total'] });
  },

  'takes a no for a yes': ({ store: { content } }) => {
    content.reject = async (feedId, doubts, { until: _until, ...of }) => {
      await content.confirm(feedId, doubts, of);
    };
  },

  'takes words that it does not know for on offer': (_services, app) => {
    alterMappings(app, (mapping, ...args) => ({ ...mapping.map(...args), unknownState: null }));
  },

  'asks about no unknown word of what is live': ({ store: { records } }) => {
    const commitBlock = records.commitBlock.bind(records);
    const isAsked = ({ rule, live }: OpenDoubt): boolean => rule !== 'unknown_state' || live === null;
    records.commitBlock = (connectionId, feedId, decisions, now) => {
      const asked = decisions.map(({ doubts, ...decision }) => ({
        ...decision,
        ...(doubts && { doubts: doubts.filter(isAsked) }),
      }));
      return commitBlock(connectionId, feedId, asked, now);
    };
  },

  'lets a doubt delay what is sold': (services, app) => {
    const doubted = new Set<string>();
    const { content } = services.store;
    const doubts = content.doubts.bind(content);
    content.doubts = async (feedId) => {
      const found = await doubts(feedId);
      for (const { sourceId } of found) doubted.add(sourceId);
      return found;
    };
    alterMappings(app, (mapping, ...args) => {
      const mapped = mapping.map(...args);
      return mapped.kind === 'remove' && mapped.sourceId !== null && doubted.has(mapped.sourceId)
        ? { ...mapped, kind: 'keep', removeReason: null }
        : mapped;
    });
  },

  'forgets that a currency was asked about': ({ store: { content } }) => {
    const known = content.known.bind(content);
    content.known = async (connectionId, ids) => {
      const found = await known(connectionId, ids);
      for (const id of ids) {
        const asked = (await content.doubtsOf(id, connectionId)).filter(
          ({ rule }) => rule === 'currency_only',
        );
        const confirmations = asked.map(({ field, offer, value }): Confirmation => ({
          ...{ field, offer, value, by: '', at: 0, before: null, takenBackAt: null },
        }));
        const { history, confirmations: others } = found.get(id) ?? { history: [], confirmations: [] };
        if (asked.length > 0) found.set(id, { history, confirmations: [...others, ...confirmations] });
      }
      return found;
    };
  },

  'takes an older file for a newer one': (_services, app) => {
    for (const feed of app.feeds)
      altered(feed).mapping = { ...feed.mapping, file: { ...feed.mapping.file, sequence: null } };
  },
};

type Args = Parameters<Mapping['map']>;

function alterMappings(app: App, map: (mapping: Mapping, ...args: Args) => Mapped): void {
  for (const feed of app.feeds) {
    const { mapping } = feed;
    altered(feed).mapping = { ...mapping, map: (...args) => map(mapping, ...args) };
  }
}

function withStatus(record: Args[0], status: string): Args[0] {
  return { ...record, value: { ...record.value, status } };
}

function glued(photos: unknown): unknown {
  if (!Array.isArray(photos) || photos.length < 2) return photos;
  const [first, second, ...others] = photos as { url: string }[];
  return [{ ...first, url: `${first?.url},${second?.url}` }, ...others];
}
