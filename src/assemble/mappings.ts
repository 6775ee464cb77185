import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import {
  gatherBases,
  loadMapping,
  type CompiledMapping,
  type LoadedMapping,
  type MappingError,
  type MappingOverrides,
  type MappingSource,
  type MappingText,
} from '../mapping/load-mapping.js';
import { versionOf } from '../mapping/version-of.js';
import { checkOnThread, MappingOverrun, type MapGuard } from '../sync/map/map-guard.js';
import { isShippedMapping } from './shipped-mappings.js';
import type { KeptMapping } from '../store/rows.js';
import { defaultProtocol, type Protocol } from '../wire/protocol.js';

/** A mapping of the configured folder that a feed runs on, and what the folder has of it now. */
export interface PresetInUse {
  name: string;
  version: number;
  text: string;
  /** Null where its file is gone. */
  offered: number | null;
}

export type ReadMapping =
  | {
      ok: true;
      mapping: CompiledMapping;
      presets: PresetInUse[];
      /** It is no shipped mapping as it was shipped: it runs on the guard thread. */
      isGuarded: boolean;
    }
  | { ok: false; problems: string[] };

type Kept = Pick<KeptMapping, 'name' | 'version' | 'text'>;

/**
 * A mapping by name in the configured folder, or by path, with the agency's own words, constants and answers over it. What stands in the
 * folder under a name is a preset: a feed stays on the version that it was started with. Of that version, the file counts.
 * @param kept presets that the feed was started with; none: the folder's versions
 * @param guard where a text that was written over the API is read before this thread compiles it
 */
export async function readMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[] = [],
  guard: MapGuard | null = null,
): Promise<ReadMapping> {
  const { loaded, presets, isGuarded } = await loadFeedMapping(config, feed, kept, guard);
  if (loaded === null) {
    const file = mappingFile(config.mappings, feed.mapping);
    const problem = `there is no mapping ${feed.mapping} (looked for ${file}): write the name of one that is there, or its path`;
    return { ok: false, problems: [problem] };
  }
  if (loaded.ok) return { ...loaded, presets, isGuarded };
  return { ok: false, problems: loaded.errors.map(sentenceOf) };
}

interface LoadedFeedMapping {
  /** Null where there is no such mapping. */
  loaded: LoadedMapping | null;
  presets: PresetInUse[];
  isGuarded: boolean;
}

/** The same with the places of all mistakes. */
export async function loadFeedMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[],
  guard: MapGuard | null,
): Promise<LoadedFeedMapping> {
  try {
    const found = await findMapping(config, feed, kept, guard);
    if (found === null) return { loaded: null, presets: [], isGuarded: true };
    const { source, presets } = found;
    if (feed.mappingText !== null && guard !== null) {
      const errors = await provenOnce(source, guard);
      if (errors.length > 0) return { loaded: { ok: false, errors }, presets, isGuarded: true };
    }
    return { loaded: compiledOnce(source), presets, isGuarded: isGuarded(feed, source) };
  } catch (error) {
    if (!(error instanceof MappingOverrun)) throw error;
    const problem = { file: feed.mapping, line: null, column: null, message: error.message };
    return { loaded: { ok: false, errors: [problem] }, presets: [], isGuarded: true };
  }
}

/** @throws MappingOverrun where a text that was written over the API cannot be parsed in time */
export async function findMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[],
  guard: MapGuard | null,
): Promise<{ source: MappingSource; presets: PresetInUse[] } | null> {
  const reader = new MappingReader(config.mappings, kept);
  const own = await reader.own(feed);
  if (own === null) return null;
  if (feed.mappingText !== null && guard !== null && !parsable.has(own.text)) {
    await checkOnThread({ ask: 'parse', text: own.text }, guard);
    remember(parsable, own.text);
  }
  const { tables, unmapped, constants, answers, idPrefix, timezone, where } = feed;
  const businessPremises = config.portal.protocol.business_premises;
  const { delimiter, quote, header } = feed;
  const dialect = { delimiter, quote, header };
  const given = { tables, unmapped, constants, answers, idPrefix, timezone, where };
  const overrides = { ...given, businessPremises, ...settledNames(config.portal.protocol), dialect };
  const bases = await gatherBases(own, (name, from) => reader.base(name, from));
  return { source: { text: own.text, file: own.file, overrides, bases }, presets: reader.presets };
}

/** Rules and conditions of people decide what a record costs; words, constants and answers are only looked up. */
function isGuarded({ where }: FeedConfig, { text, bases = {} }: MappingSource): boolean {
  const texts = [text, ...Object.values(bases).map((base) => base.text)];
  return where !== null || !texts.every(isShippedMapping);
}

/** What the guard thread could read in time: this thread can as well. */
const parsable = new Set<string>();
const proven = new Set<string>();
const provenMax = 1_000;

function remember(known: Set<string>, text: string): void {
  if (known.size === provenMax) known.clear();
  known.add(text);
}

async function provenOnce(source: MappingSource, guard: MapGuard): Promise<MappingError[]> {
  const key = keyOf(source);
  if (proven.has(key)) return [];
  const { errors } = await checkOnThread({ ask: 'compile', source }, guard);
  if (errors.length === 0) remember(proven, key);
  return errors;
}

function keyOf(source: MappingSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('base64');
}

/** Feeds that say the same of their records share what their mapping was compiled to: of thousands of agencies, most do. */
const compiled = new Map<string, LoadedMapping>();
const compiledMax = 100;

function compiledOnce(source: MappingSource): LoadedMapping {
  const key = keyOf(source);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const loaded = loadMapping(source.text, source);
  const [oldest] = compiled.keys();
  if (compiled.size === compiledMax && oldest !== undefined) compiled.delete(oldest);
  compiled.set(key, loaded);
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

/** A mapping that another one extends lies beside it, or in the configured folder. */
export async function readBase(folder: string, name: string, from: string): Promise<MappingText | null> {
  return new MappingReader(folder, []).base(name, from);
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
    const found = await textOf(mappingFile(folder, name));
    const version = found === null ? null : versionOf(found.text);
    if (version !== null) versions.set(name, version);
  }
  return versions;
}

/** Where a mapping lies that a feed names. */
export function mappingFile(folder: string, mapping: string): string {
  return isName(mapping) ? resolve(folder, `${mapping}.yaml`) : resolve(mapping);
}

function isName(mapping: string): boolean {
  return !(isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml'));
}

/** Reads files, and in the place of a preset the version that is kept. */
class MappingReader {
  readonly presets: PresetInUse[] = [];

  constructor(
    private readonly folder: string,
    private readonly kept: readonly Kept[],
  ) {}

  async own({ name, mapping, mappingText }: FeedConfig): Promise<MappingText | null> {
    // Beside the presets, so that it may extend one.
    if (mappingText !== null)
      return { text: mappingText, file: resolve(this.folder, `${name}@changed.yaml`) };
    const file = mappingFile(this.folder, mapping);
    return isName(mapping) ? this.#preset(mapping, file) : textOf(file);
  }

  async base(name: string, from: string): Promise<MappingText | null> {
    const beside = mappingFile(dirname(from), name);
    const inFolder = mappingFile(this.folder, name);
    if (beside !== inFolder) {
      const found = await textOf(beside);
      if (found !== null) return found;
    }
    return isName(name) ? this.#preset(name, inFolder) : textOf(inFolder);
  }

  async #preset(name: string, file: string): Promise<MappingText | null> {
    const found = await textOf(file);
    const offered = found === null ? null : versionOf(found.text);
    const kept = this.kept.find((one) => one.name === name);
    // A file that tells no version is broken, and whoever edits it must hear of that.
    if (kept !== undefined && (found === null || (offered !== null && offered !== kept.version))) {
      this.presets.push({ ...kept, offered });
      return { text: kept.text, file: `${file}@${kept.version}` };
    }
    if (found !== null && offered !== null)
      this.presets.push({ name, version: offered, text: found.text, offered });
    return found;
  }
}

async function textOf(file: string): Promise<MappingText | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : { text, file };
}

/** A mistake in the feed's own tables or constants has no place in the mapping file. */
function sentenceOf({ file, line, column, message }: MappingError): string {
  return line === null ? message : `${file}:${line}:${column ?? 1} ${message}`;
}
