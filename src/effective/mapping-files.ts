import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import type { FeedConfig } from '../config/feed-schema.js';
import { copyOf, copyWithin } from '../core/setup/kept-copies.js';
import { gatherBases, type MappingText } from '../mapping/language/extend.js';
import { isShared, readsStates, versionOf } from '../mapping/language/version-of.js';
import { mappingLimits } from '../mapping/language/mapping-limits.js';
import { readSmallFile } from '../platform/files/small-file.js';
import type { KeptMapping, PresetOrigin } from '../model/feed.js';
import { isMappingFile, isShippedName, packageFolder } from './shipped-mappings.js';

/** The file that a preset's name stands for now. */
export type OfferedPreset = Pick<KeptMapping, 'version' | 'origin'> & { readsStates: boolean };

export type Kept = Pick<KeptMapping, 'name' | 'version' | 'origin' | 'text'>;

/** A preset that a feed runs on: a mapping that is found by its name. */
export interface PresetInUse extends Kept {
  /** Null if the file is gone, or has no version. */
  offered: OfferedPreset | null;
}

interface FoundMapping extends MappingText {
  /** Null if the text gives none. */
  version: number | null;
  origin: PresetOrigin;
}

/** The file cannot be a mapping; the message says why. */
export class UnusableFile extends Error {}

/** The files that a mapping may be, in order: a name is one in the configured folder or in the package's own, anything else a path. */
export function mappingFiles(folder: string, mapping: string): string[] {
  if (!isName(mapping)) return [resolve(mapping)];
  return [...new Set([folder, packageFolder].map((each) => resolve(each, `${mapping}.yaml`)))];
}

/** Finds a mapping: the only look-up of names. Null if there is none. @throws UnusableFile */
export async function lookUpMapping(folder: string, mapping: string): Promise<FoundMapping | null> {
  const found = await textNamed(folder, mapping);
  return found === null ? null : { ...found, version: versionOf(found.text) };
}

/** As `lookUpMapping`, without parsing the text for its version. */
async function textNamed(folder: string, mapping: string): Promise<Omit<FoundMapping, 'version'> | null> {
  const files = mappingFiles(folder, mapping);
  // A file that cannot be read still has the name: no file of a later folder is used in its place.
  const file = files.find((each) => existsSync(each));
  const found = file === undefined ? null : await textOf(file);
  return found === null ? null : { ...found, origin: file === files[0] ? 'configured' : 'package' };
}

export function offeredBy(found: FoundMapping | null): OfferedPreset | null {
  if (!found?.version) return null;
  return { version: found.version, origin: found.origin, readsStates: readsStates(found.text) };
}

/** The names of the mappings in a folder, sorted; none if the folder does not exist. */
export async function mappingNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter(isMappingFile).sort();
  return files.map((file) => file.slice(0, -'.yaml'.length));
}

/** All presets that can be read, by name, with the mappings that they extend. */
export async function readPresets(
  folder: string,
): Promise<(MappingText & { name: string; bases: Readonly<Record<string, MappingText>> })[]> {
  const names = (await Promise.all([folder, packageFolder].map(mappingNames))).flat();
  const presets = [];
  for (const name of [...new Set(names)].sort()) {
    const found = await textNamed(folder, name).catch(nullIfUnusable);
    const bases = found && (await basesOf(found, folder).catch(nullIfUnusable));
    if (found && bases) presets.push({ name, text: found.text, file: found.file, bases });
  }
  return presets;
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof UnusableFile) return null;
  throw error;
}

/** The bases of one of the operator's mapping files. @throws UnusableFile */
export function basesOf(own: MappingText, folder: string): Promise<Readonly<Record<string, MappingText>>> {
  const reader = new MappingReader(folder, [], 'stored');
  return gatherBases(own, (name, from) => reader.base(name, from));
}

function isName(mapping: string): boolean {
  return !(isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml'));
}

/** @returns the text of a file; null if there is none @throws UnusableFile if it is not a regular file, or too large */
async function textOf(file: string): Promise<MappingText | null> {
  const read = await readSmallFile(file, mappingLimits.text);
  if (read.ok) return { text: read.text, file };
  if (read.why === 'missing') return null;
  const what =
    read.why === 'no_file' ? 'is not a regular file' : `is larger than ${mappingLimits.text} bytes`;
  throw new UnusableFile(`The mapping ${file} ${what}: it is not read.`);
}

/** What an agency's text may extend in addition to shared mappings: nothing (`new`), kept copies of former bases (`kept`), or files too (`stored`). */
export type TextState = 'new' | 'kept' | 'stored';

/**
 * Reads mapping files. Where a feed keeps another version of a preset than the folder has, reads the kept one. An agency's text may extend
 * only shipped or shared mappings of the folder, by name; the name is looked up in the folder's list before any file is opened.
 */
export class MappingReader {
  readonly presets: PresetInUse[] = [];
  /** Every path that was looked up. Messages name these. */
  readonly files: string[] = [];
  /** Texts of agencies, and copies of their bases: what they may extend is restricted. */
  readonly #ofAgency = new Set<string>();
  /** For each copy, by the name under which it is read: the name under which it is kept, and its base's path. */
  readonly #copied = new Map<string, { name: string; file: string }>();

  constructor(
    private readonly folder: string,
    private readonly kept: readonly Kept[],
    private readonly state: TextState,
  ) {}

  async own({ name, mapping, mappingText }: FeedConfig): Promise<MappingText | null> {
    if (mappingText !== null) {
      // Placed in the presets' folder, so that it may extend a preset.
      const file = this.#record(resolve(this.folder, `${name}@changed.yaml`));
      this.#ofAgency.add(file);
      return { text: mappingText, file };
    }
    return isName(mapping) ? this.#preset(mapping) : textOf(this.#record(resolve(mapping)));
  }

  async base(name: string, from: string): Promise<MappingText | null> {
    const copied = this.#copied.get(from);
    if (copied !== undefined) return this.#copy(copyWithin(copied.name, name), name, copied.file);
    if (!this.#ofAgency.has(from)) return this.#find(name, from);
    const shared = await this.#sharedPreset(name);
    return shared ?? (this.state === 'new' ? null : this.#copy(copyOf(name), name, from));
  }

  /** The base of a mapping outside the folders of presets may lie beside it. Any other name is a preset's. */
  async #find(name: string, from: string): Promise<MappingText | null> {
    if (!isName(name)) return textOf(this.#record(resolve(name)));
    const beside = resolve(dirname(from), `${name}.yaml`);
    const found = mappingFiles(this.folder, name).includes(beside)
      ? null
      : await textOf(this.#record(beside));
    return found ?? this.#preset(name);
  }

  async #preset(name: string): Promise<MappingText | null> {
    const files = mappingFiles(this.folder, name).map((file) => this.#record(file));
    const kept = this.kept.find((one) => one.name === name);
    const look = lookUpMapping(this.folder, name);
    const found = await (kept?.origin === 'package' ? look.catch(nullIfUnusable) : look);
    const offered = offeredBy(found);
    if (kept !== undefined && (found === null || !countsAsKept(found, kept))) {
      this.presets.push({ ...kept, offered });
      const file = kept.origin === 'configured' ? files[0] : files.at(-1);
      return { text: kept.text, file: `${file ?? name}@${kept.version}` };
    }
    if (found === null) return null;
    const { version, origin } = found;
    if (version !== null && offered !== null)
      this.presets.push({ name, version, origin, text: found.text, offered });
    return { text: found.text, file: found.file };
  }

  /** Null for anything else, whether the file exists or not. */
  async #sharedPreset(name: string): Promise<MappingText | null> {
    if (!/^[a-z0-9-]{1,100}$/.test(name)) return null;
    const isReadable = (await listsFile(this.folder, `${name}.yaml`)) ?? isShippedName(name);
    if (!isReadable && !this.kept.some((one) => one.name === name)) return null;
    const before = this.presets.length;
    const found = await this.#preset(name);
    if (found !== null && (isShippedName(name) || isShared(found.text))) return found;
    this.presets.length = before;
    return null;
  }

  /** Copies the base once, when a stored text is first read under these rules, so that the meaning of the text does not change. */
  async #copy(copyName: string, name: string, from: string): Promise<MappingText | null> {
    const label = `copy of ${name}`;
    const kept = this.kept.find((one) => one.name === copyName);
    const found = kept === undefined && this.state === 'stored' ? await this.#find(name, from) : null;
    const text = kept?.text ?? found?.text;
    if (text === undefined) return null;
    this.#copied.set(label, { name: copyName, file: found?.file ?? from });
    // A copy is kept under its own name, not as a version of its preset.
    this.presets.splice(0, Infinity, ...this.presets.filter((preset) => preset.name !== name));
    this.presets.push({
      name: copyName,
      version: kept?.version ?? versionOf(text) ?? 0,
      origin: kept?.origin ?? 'configured',
      text,
      offered: null,
    });
    return { text, file: label };
  }

  #record(file: string): string {
    this.files.push(file);
    return file;
  }
}

/**
 * Whether a file is used in place of the kept copy of its preset. A file with an equal text counts as the copy. A file of the configured
 * folder replaces a copy from that folder if the file has the same version, or none: a file without a version is broken, and its editor
 * must see that.
 */
function countsAsKept({ text, version, origin }: FoundMapping, kept: Kept): boolean {
  if (text === kept.text) return true;
  if (origin !== 'configured' || kept.origin !== 'configured') return false;
  return version === null || version === kept.version;
}

/** Whether the name is a file of the folder, which a link that leads out is not; null if the folder does not list the name. */
async function listsFile(folder: string, name: string): Promise<boolean | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) return null;
  if (!entry.isSymbolicLink()) return entry.isFile();
  // Mounted configuration often is a link to another place in the same folder.
  const [target, root] = await Promise.all([realpath(resolve(folder, name)), realpath(folder)]).catch(() => [
    '',
    '',
  ]);
  return root !== '' && target.startsWith(root + sep);
}

/** Removes folders from file paths in a message, for agencies. */
export function withoutFolders(message: string, files: readonly string[]): string {
  const longestFirst = [...new Set(files)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((text, file) => text.replaceAll(file, basename(file)), message);
}
