import type { Config } from '../config/schema.js';
import { namesFiles, readStoreFeed } from '../config/store-feed.js';
import { configuredTexts, readMapping } from '../effective/mappings.js';
import { pointerOf } from '../mapping/language/payload-fields.js';
import { statedFields } from '../mapping/language/stated-facts.js';
import { ownValue } from '../model/own-value.js';
import type { Sentence } from '../model/sentence.js';
import { uploadKey } from '../store/facts/uploads.js';
import type { SetupRecord } from '../store/store.js';
import type { Changes } from '../sync/services/changes.js';
import type { Services } from '../sync/services/services.js';
import type { SetupServices } from '../sync/services/setup-services.js';
import { sentences } from '../texts/setup/setup-problems.js';
import { hasAddress, withSomeMapping } from './reading/find-mapping.js';
import { readInTime } from './reading/read-agency.js';
import { readUpload } from './reading/read-upload.js';
import { addressSource, problemsOf, type SetupContext, type UnderWay } from './reading/setup-context.js';

export function openSetups(
  config: () => Config,
  services: () => Services,
  changes: Pick<Changes, 'publish'>,
): SetupServices {
  let current: UnderWay | null = null;
  const changed = (name: string): void =>
    changes.publish([{ what: 'agencies', connection: null, feed: name }]);
  const reading = async <Read>(
    agency: string,
    what: string,
    read: (context: SetupContext) => Promise<Read>,
  ): Promise<Read> => {
    const under = { name: what, records: 0 };
    current = under;
    changed(agency);
    try {
      return await read({
        ...{ config: config(), services: services(), under, source: addressSource },
        changed: () => changed(agency),
      });
    } finally {
      current = null;
    }
  };
  return {
    changed,
    underWay: () => current,
    whyNotFeed: (name, document, overNetwork) => whyNotFeed(name, document, overNetwork, config()),
    whyNotMapping: (agency, text) => whyNotMapping(agency, text, config(), services()),
    read: (agency) => reading(agency.name, agency.name, (context) => readInTime(agency, context)),
    readUpload: (agency, upload) =>
      reading(agency.name, uploadKey(agency.name), (context) => readUpload(agency, upload, context)),
  };
}

async function whyNotFeed(
  name: string,
  document: Readonly<Record<string, unknown>>,
  overNetwork: boolean,
  config: Config,
): Promise<Sentence | null> {
  if (overNetwork && namesFiles(document)) return sentences.ownFiles;
  // The address may come later: until then a file can be uploaded.
  const addressed = hasAddress(document) ? document : { ...document, url: 'https://address.invalid/' };
  const read = readStoreFeed(
    { name, connectionId: null, document: withSomeMapping(addressed) },
    config.inherited,
  );
  if (!read.ok) return sentences.badFeed(read.problems.join('; '));
  // Constants under `feed_defaults` are allowed: the operator wrote them.
  const stated = statedFields.find((field) => ownValue(ownValue(document, 'constants'), field) !== undefined);
  if (overNetwork && stated !== undefined) return sentences.statedFact(stated);
  if (config.feeds.some((feed) => feed.name === name)) return sentences.nameOfConfiguration(name);
  if (!('mapping' in document)) return null;
  const loaded = await readMapping(config, read.feed);
  // A mapping that was written here for the agency alone has its name, and no file.
  if (!loaded.ok && read.feed.mapping === name && (await configuredTexts(config, read.feed)) === null)
    return null;
  if (!loaded.ok) return sentences.badMapping(read.feed.mapping, problemsOf(loaded));
  const { dictionary } = loaded.mapping;
  const words = ownValue(document, 'tables');
  const stating = statedFields.find((field) =>
    dictionary.tablesOf(pointerOf(field)).some((table) => ownValue(words, table) !== undefined),
  );
  return overNetwork && stating !== undefined ? sentences.statedFact(stating) : null;
}

/** Compiles nothing of the text on this thread. */
async function whyNotMapping(
  agency: SetupRecord,
  text: string,
  config: Config,
  { guard }: Services,
): Promise<Sentence | null> {
  const document = withSomeMapping(agency.feed);
  const read = readStoreFeed({ name: agency.name, connectionId: null, document }, config.inherited);
  if (!read.ok) return sentences.badFeed(read.problems.join('; '));
  const loaded = await readMapping(config, { ...read.feed, mappingText: text }, [], { guard, state: 'new' });
  return loaded.ok ? null : sentences.badMapping(agency.name, problemsOf(loaded));
}
