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
  type MappingText,
} from '../mapping/compile/load-mapping.js';
import { tooLargeToWrite } from '../mapping/language/mapping-limits.js';
import { versionOf } from '../mapping/language/version-of.js';
import { letOthersRun } from '../platform/event-loop.js';
import { checkOnThread, MappingOverrun } from '../sync/map/map-guard.js';
import { type MapGuard } from '../sync/services/services.js';
import {
  mappingFile,
  MappingReader,
  textOf,
  UnusableFile,
  type Kept,
  type PresetInUse,
  type TextState,
} from './mapping-files.js';
import { isShippedMapping } from './shipped-mappings.js';
import { defaultProtocol, type Protocol } from '../wire/protocol.js';

export { mappingFile, type PresetInUse } from './mapping-files.js';

export type ReadMapping =
  | {
      ok: true;
      mapping: CompiledMapping;
      presets: PresetInUse[];
      /** It is no shipped mapping as it was shipped: it runs on the guard thread. */
      isGuarded: boolean;
    }
  | {
      ok: false;
      problems: string[];
      /** Every file that was looked for: what people are shown names them without their folders. */
      files: readonly string[];
      /** What a text that was written over the API extends and may not extend; null where that is not why. */
      refusedBase: string | null;
    };

/** How a mapping is read. */
export interface Reading {
  /** Where a text that was written over the API is read before this thread compiles it. */
  guard?: MapGuard | null;
  /** Of a text that was written over the API: one that is stored keeps what it could be when it was stored. */
  state?: TextState;
}

/**
 * A mapping by name in the configured folder, or by path, with the agency's own words, constants and answers over it. What stands in the
 * folder under a name is a preset: a feed stays on the version that it was started with. Of that version, the file counts.
 * @param kept presets that the feed was started with; none: the folder's versions
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
    const file = mappingFile(config.mappings, feed.mapping);
    const problem = `there is no mapping ${feed.mapping} (looked for ${file}): write the name of one that is there, or its path`;
    return { ok: false, problems: [problem], files: [...files, file], refusedBase };
  }
  if (loaded.ok) return { ...loaded, presets, isGuarded };
  return { ok: false, problems: loaded.errors.map(sentenceOf), files, refusedBase };
}

interface LoadedFeedMapping {
  /** Null where there is no such mapping. */
  loaded: LoadedMapping | null;
  presets: PresetInUse[];
  files: readonly string[];
  isGuarded: boolean;
  refusedBase?: string | null;
}

/** The same with the places of all mistakes. */
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
      // What it takes the place of was looked at: stored, it is the same without.
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
    // Only what a text extends is looked for in files.
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
 * @throws MappingOverrun where a text that was written over the API cannot be parsed in time
 * @throws UnusableFile
 */
export async function findMapping(
  config: Config,
  feed: FeedConfig,
  reader: MappingReader,
  { guard = null, state = 'stored' }: Reading,
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
  const given = { tables, unmapped, constants, answers, idPrefix, timezone, where };
  const overrides = { ...given, businessPremises, ...settledNames(config.portal.protocol), dialect };
  const bases = await gatherBases(own, (name, from) => reader.base(name, from));
  const source = { text: own.text, file: own.file, overrides, bases };
  if (state === 'stored' || feed.mappingText === null) return source;
  const replaces = await configuredTexts(config, feed);
  return replaces === null ? source : { ...source, replaces };
}

/** The mapping that the configuration names for a feed, with what it extends. */
export async function configuredTexts(
  { mappings }: Pick<Config, 'mappings'>,
  feed: FeedConfig,
): Promise<NonNullable<MappingSource['replaces']> | null> {
  const reader = new MappingReader(mappings, [], 'stored');
  const text = await reader.own({ ...feed, mappingText: null });
  if (text === null) return null;
  return { text, bases: await gatherBases(text, (name, from) => reader.base(name, from)) };
}

/** Rules and conditions of people decide what a record costs; words, constants and answers are only looked up. */
function isGuarded({ where }: FeedConfig, { text, bases = {} }: MappingSource): boolean {
  const texts = [text, ...Object.values(bases).map((base) => base.text)];
  return where !== null || !texts.every(isShippedMapping);
}

/** Hashes of what the guard thread could read in time: this thread can as well. */
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
 * Feeds that say the same of their records share what their mapping was compiled to: of thousands of agencies, most do. One that no feed
 * has any more is not kept: some hundred of an agency's own would be more than all else in memory.
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

/** House rules and utilities, where the settings say other than the specification: what is as ever makes no mapping another one. */
function settledNames({
  house_rules_keys: rules,
  utilities,
}: Protocol): Pick<MappingOverrides, 'houseRules' | 'utilities'> {
  const isUsual = rules.join() === defaultProtocol.house_rules_keys.join();
  return { ...(!isUsual && { houseRules: rules }), ...(utilities !== null && { utilities }) };
}

/** A mapping that a file of the operator extends. @throws UnusableFile */
export async function readBase(folder: string, name: string, from: string): Promise<MappingText | null> {
  return new MappingReader(folder, [], 'stored').base(name, from);
}

/** Presets of which the folder has another version than the one in use. */
export function otherVersions(presets: readonly PresetInUse[]): PresetInUse[] {
  return presets.filter(({ version, offered }) => offered !== null && offered !== version);
}

/** The version of each preset that the folder has now, by name; those that are not there are left out. */
export async function versionsInFolder(
  folder: string,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const name of new Set(names)) {
    const found = await textOf(mappingFile(folder, name)).catch(() => null);
    const version = found === null ? null : versionOf(found.text);
    if (version !== null) versions.set(name, version);
  }
  return versions;
}

/** A mistake in the feed's own tables or constants has no place in the mapping file. */
function sentenceOf({ file, line, column, message }: MappingError): string {
  return line === null ? message : `${file}:${line}:${column ?? 1} ${message}`;
}
