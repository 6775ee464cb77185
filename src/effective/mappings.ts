import type { Transaction } from '../mapping/language/payload-fields.js';
import { createHash } from 'node:crypto';
import type { FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import {
  gatherBases,
  missingBase,
  readMappingFile,
  type CompiledMapping,
  type LoadedMapping,
  type MappingError,
  type MappingOverrides,
  type MappingSource,
} from '../mapping/compile/load-mapping.js';
import { tooLargeToWrite } from '../mapping/language/mapping-limits.js';
import type { FeedRecord } from '../model/feed.js';
import { letOthersRun } from '../platform/event-loop.js';
import { checkOnThread, MappingOverrun } from '../sync/map/map-guard.js';
import { type MapGuard } from '../sync/services/services.js';
import {
  basesOf,
  mappingFiles,
  MappingReader,
  UnusableFile,
  type Kept,
  type PresetInUse,
  type TextState,
} from './mapping-files.js';
import { isShippedMapping } from './shipped-mappings.js';
import { defaultProtocol, type Protocol } from '../wire/protocol.js';

export type ReadMapping =
  | {
      ok: true;
      mapping: CompiledMapping;
      presets: PresetInUse[];
      /** The mapping runs on the guard thread: it is not a shipped mapping in its shipped form. */
      isGuarded: boolean;
    }
  | {
      ok: false;
      problems: string[];
      /** Every path that was looked up. Messages to users show them without folders. */
      files: readonly string[];
      /** The base that a text written over the API extends without permission; null if the problem is another one. */
      refusedBase: string | null;
    };

/** How a mapping is read. */
export interface Reading {
  /** Checks a text that was written over the API before this thread compiles it. */
  guard?: MapGuard | null;
  /** For a text that was written over the API: a stored text may still extend what it could extend when it was stored. */
  state?: TextState;
  /** For a trial before the agency's questions are answered (`MappingOverrides.leavesOpen`). */
  leavesOpen?: boolean;
  /** In such a trial, how a record is mapped whose offer is asked for (`MappingOverrides.openOffer`). */
  openOffer?: Transaction | undefined;
  /** The feed in the store; null or left out: a feed that is not there yet. */
  row?: Pick<FeedRecord, 'cleansIds'> | null;
}

/**
 * Reads a mapping, by name or by path, with the agency's own words, constants and answers on top. A name is a preset's: a feed stays on the
 * version that it was started with. If a file of the configured folder has that version, the file is used.
 * @param kept presets that the feed was started with; empty: the versions that are found now
 */
export async function readMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[] = [],
  reading: Reading = {},
): Promise<ReadMapping> {
  const {
    loaded,
    presets,
    files,
    isGuarded,
    refusedBase = null,
  } = await loadFeedMapping(config, feed, kept, reading);
  if (loaded === null) {
    const looked = mappingFiles(config.mappings, feed.mapping).join(' and ');
    const problem = `there is no mapping ${feed.mapping} (looked for ${looked}): write the name of an existing mapping, or its path`;
    // `looked` names both paths as one entry, so that removing folders from the message leaves one name.
    return { ok: false, problems: [problem], files: [...files, looked], refusedBase };
  }
  if (loaded.ok) return { ...loaded, presets, isGuarded };
  return { ok: false, problems: loaded.errors.map(sentenceOf), files, refusedBase };
}

interface LoadedFeedMapping {
  /** Null if there is no such mapping. */
  loaded: LoadedMapping | null;
  presets: PresetInUse[];
  files: readonly string[];
  isGuarded: boolean;
  refusedBase?: string | null;
}

/** Like `readMapping`, with the positions of all mistakes. */
async function loadFeedMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[],
  reading: Reading,
): Promise<LoadedFeedMapping> {
  const { guard = null, state = 'stored' } = reading;
  const reader = new MappingReader(config.mappings, kept, state);
  const { presets, files } = reader;
  try {
    const source = await findMapping(config, feed, reader, reading);
    if (source === null) return { loaded: null, presets, files, isGuarded: true };
    const refusedBase = feed.mappingText === null ? null : missingBase(source, source.bases ?? {});
    if (feed.mappingText !== null && guard !== null) {
      const errors = await provenOnce(source, guard);
      if (errors.length > 0)
        return { loaded: { ok: false, errors }, presets, files, isGuarded: true, refusedBase };
      // `replaces` was checked. Without it, the key equals that of the stored text.
      delete source.replaces;
      remember(proven, keyOf(source));
    }
    return {
      loaded: await compiledOnce(source),
      presets,
      files,
      isGuarded: isGuarded(feed, source),
      refusedBase,
    };
  } catch (error) {
    if (!isUnusable(error)) throw error;
    const problem = { file: feed.mapping, line: null, column: null, message: error.message };
    // Only the bases of a text are looked up in files.
    const text = error instanceof UnusableFile ? feed.mappingText : null;
    const refusedBase = text === null ? null : missingBase({ text, file: '' }, {});
    return { loaded: { ok: false, errors: [problem] }, presets, files, isGuarded: true, refusedBase };
  }
}

/** Errors whose message says why a mapping cannot be used. */
export function isUnusable(error: unknown): error is Error {
  return error instanceof MappingOverrun || error instanceof UnusableFile;
}

/**
 * @throws MappingOverrun if a text that was written over the API cannot be parsed within the limit
 * @throws UnusableFile
 */
export async function findMapping(
  config: Config,
  feed: FeedConfig,
  reader: MappingReader,
  { guard = null, state = 'stored', leavesOpen = false, openOffer, row = null }: Reading,
): Promise<MappingSource | null> {
  const own = await reader.own(feed);
  if (own === null) return null;
  const tooLarge = state === 'new' && feed.mappingText !== null ? tooLargeToWrite(own.text) : null;
  if (tooLarge !== null) throw new UnusableFile(tooLarge);
  if (feed.mappingText !== null && guard !== null && !parsable.has(hashOf(own.text))) {
    await checkOnThread({ ask: 'parse', text: own.text }, guard);
    remember(parsable, hashOf(own.text));
  }
  const { tables, unmapped, constants, answers, idPrefix, timezone, where } = feed;
  const businessPremises = config.portal.protocol.business_premises;
  const { delimiter, quote, header } = feed;
  const dialect = { delimiter, quote, header };
  const cleansIds = row?.cleansIds ?? true;
  const ofFeed = {
    ...{ tables, unmapped, constants, answers, idPrefix, timezone, where },
    ...(leavesOpen && { leavesOpen }),
    ...(openOffer !== undefined && { openOffer }),
    ...(cleansIds && { cleansIds }),
  };
  // Last, as `withEmptyState` adds it to a mapping that runs: the order of keys is part of a mapping's digest.
  const empty = feed.emptyState === 'word' && { emptyState: feed.emptyState };
  const overrides = {
    ...{ ...ofFeed, businessPremises, ...settledNames(config.portal.protocol), dialect },
    ...empty,
  };
  const bases = await gatherBases(own, (name, from) => reader.base(name, from));
  const source = { text: own.text, file: own.file, overrides, bases };
  if (state === 'stored' || feed.mappingText === null) return source;
  const replaces = (await configuredTexts(config, feed)) ?? noTexts;
  return { ...source, replaces };
}

/** What a text replaces where the feed has no other mapping. */
const noTexts: NonNullable<MappingSource['replaces']> = { text: { text: '', file: '' }, bases: {} };

/** The mapping that the configuration names for a feed, with its bases. */
export async function configuredTexts(
  { mappings }: Pick<Config, 'mappings'>,
  feed: FeedConfig,
): Promise<NonNullable<MappingSource['replaces']> | null> {
  const reader = new MappingReader(mappings, [], 'stored');
  const text = await reader.own({ ...feed, mappingText: null });
  if (text === null) return null;
  return { text, bases: await basesOf(text, mappings) };
}

/** Unshipped rules and conditions can make a record expensive. Words, constants and answers are only looked up. */
function isGuarded({ where }: FeedConfig, { text, bases = {} }: MappingSource): boolean {
  const texts = [text, ...Object.values(bases).map((base) => base.text)];
  return where !== null || !texts.every(isShippedMapping);
}

/** Hashes of texts that the guard thread read within the limit: this thread can read them too. */
const parsable = new Set<string>();
const proven = new Set<string>();
const provenMax = 1_000;

function remember(known: Set<string>, hash: string): void {
  if (known.size === provenMax) known.clear();
  known.add(hash);
}

async function provenOnce(source: MappingSource, guard: MapGuard): Promise<MappingError[]> {
  const key = keyOf(source);
  if (proven.has(key)) return [];
  const { errors } = await checkOnThread({ ask: 'compile', source }, guard);
  if (errors.length === 0) remember(proven, key);
  return errors;
}

function keyOf(source: MappingSource): string {
  return hashOf(JSON.stringify(source));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * Feeds with the same rules share one compiled mapping, as most of thousands of agencies do. Weak references: a mapping that no feed uses
 * is not kept, because some hundred mappings of agencies would take more memory than everything else.
 */
const compiled = new Map<string, WeakRef<CompiledMapping>>();
const forget = new FinalizationRegistry<string>((key) => {
  if (compiled.get(key)?.deref() === undefined) compiled.delete(key);
});

async function compiledOnce(source: MappingSource): Promise<LoadedMapping> {
  const key = keyOf(source);
  const known = compiled.get(key)?.deref();
  if (known !== undefined) return { ok: true, mapping: known };
  await letOthersRun();
  const read = readMappingFile(source);
  if (!read.ok) return read;
  await letOthersRun();
  const loaded = read.compile();
  if (!loaded.ok) return loaded;
  compiled.set(key, new WeakRef(loaded.mapping));
  forget.register(loaded.mapping, key);
  return loaded;
}

/** House rules and utilities, if the settings differ from the specification. Default values must not change the mapping's key. */
function settledNames({
  house_rules_keys: rules,
  utilities,
}: Protocol): Pick<MappingOverrides, 'houseRules' | 'utilities'> {
  const isUsual = rules.join() === defaultProtocol.house_rules_keys.join();
  return { ...(!isUsual && { houseRules: rules }), ...(utilities !== null && { utilities }) };
}

/** A mistake in the feed's own tables or constants has no position in the mapping file. */
function sentenceOf({ file, line, column, message }: MappingError): string {
  return line === null ? message : `${file}:${line}:${column ?? 1} ${message}`;
}
