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
  type MappingText,
} from '../mapping/load-mapping.js';
import { versionOf } from '../mapping/version-of.js';
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
  { ok: true; mapping: CompiledMapping; presets: PresetInUse[] } | { ok: false; problems: string[] };

type Kept = Pick<KeptMapping, 'name' | 'version' | 'text'>;

/**
 * A mapping by name in the configured folder, or by path, with the agency's own words, constants and answers over it. What stands in the
 * folder under a name is a preset: a feed stays on the version that it was started with. Of that version, the file counts.
 * @param kept presets that the feed was started with; none: the folder's versions
 */
export async function readMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[] = [],
): Promise<ReadMapping> {
  const { loaded, presets } = await loadFeedMapping(config, feed, kept);
  if (loaded === null) {
    const file = mappingFile(config.mappings, feed.mapping);
    const problem = `there is no mapping ${feed.mapping} (looked for ${file}): write the name of one that is there, or its path`;
    return { ok: false, problems: [problem] };
  }
  if (loaded.ok) return { ...loaded, presets };
  return { ok: false, problems: loaded.errors.map(sentenceOf) };
}

/** The same with the places of all mistakes; null where there is no such mapping. */
export async function loadFeedMapping(
  config: Config,
  feed: FeedConfig,
  kept: readonly Kept[],
): Promise<{ loaded: LoadedMapping | null; presets: PresetInUse[] }> {
  const reader = new MappingReader(config.mappings, kept);
  const own = await reader.own(feed);
  if (own === null) return { loaded: null, presets: [] };
  const { tables, unmapped, constants, answers, idPrefix, timezone, where } = feed;
  const businessPremises = config.portal.protocol.business_premises;
  const { delimiter, quote, header } = feed;
  const dialect = { delimiter, quote, header };
  const given = { tables, unmapped, constants, answers, idPrefix, timezone, where };
  const overrides = { ...given, businessPremises, ...settledNames(config.portal.protocol), dialect };
  const bases = await gatherBases(own, (name, from) => reader.base(name, from));
  const loaded = compiledOnce(own.text, { file: own.file, overrides, bases });
  return { loaded, presets: reader.presets };
}

/** Feeds that say the same of their records share what their mapping was compiled to: of thousands of agencies, most do. */
const compiled = new Map<string, LoadedMapping>();
const compiledMax = 100;

function compiledOnce(text: string, source: Parameters<typeof loadMapping>[1]): LoadedMapping {
  const key = createHash('sha256')
    .update(JSON.stringify([text, source]))
    .digest('base64');
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const loaded = loadMapping(text, source);
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
