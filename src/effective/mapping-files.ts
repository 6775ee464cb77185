import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import type { FeedConfig } from '../config/feed-schema.js';
import { copyOf, copyWithin } from '../core/setup/kept-copies.js';
import type { MappingText } from '../mapping/compile/load-mapping.js';
import { isShared, versionOf } from '../mapping/language/version-of.js';
import { mappingLimits } from '../mapping/language/mapping-limits.js';
import { readSmallFile } from '../platform/files/small-file.js';
import type { KeptMapping } from '../model/feed.js';
import { isShippedName } from './shipped-mappings.js';

/** A preset that a feed runs on: a mapping of the configured folder. */
export interface PresetInUse {
  name: string;
  version: number;
  text: string;
  /** The version in the folder now; null if the file is gone. */
  offered: number | null;
}

export type Kept = Pick<KeptMapping, 'name' | 'version' | 'text'>;

/** The file cannot be a mapping; the message says why. */
export class UnusableFile extends Error {}

/** The path of a mapping that a feed names. */
export function mappingFile(folder: string, mapping: string): string {
  return isName(mapping) ? resolve(folder, `${mapping}.yaml`) : resolve(mapping);
}

function isName(mapping: string): boolean {
  return !(isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml'));
}

/** @returns the text of a file; null if there is none @throws UnusableFile if it is not a regular file, or too large */
export async function textOf(file: string): Promise<MappingText | null> {
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
    const file = this.#record(mappingFile(this.folder, mapping));
    return isName(mapping) ? this.#preset(mapping, file) : textOf(file);
  }

  async base(name: string, from: string): Promise<MappingText | null> {
    const copied = this.#copied.get(from);
    if (copied !== undefined) return this.#copy(copyWithin(copied.name, name), name, copied.file);
    if (!this.#ofAgency.has(from)) return this.#find(name, from);
    const shared = await this.#sharedPreset(name);
    return shared ?? (this.state === 'new' ? null : this.#copy(copyOf(name), name, from));
  }

  /** The base of a mapping is in the same folder as the mapping, or in the configured folder. */
  async #find(name: string, from: string): Promise<MappingText | null> {
    const beside = this.#record(mappingFile(dirname(from), name));
    const inFolder = this.#record(mappingFile(this.folder, name));
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
    // A file without a version is broken. Its editor must see that, so the kept version does not replace it.
    if (kept !== undefined && (found === null || (offered !== null && offered !== kept.version))) {
      this.presets.push({ ...kept, offered });
      return { text: kept.text, file: `${file}@${kept.version}` };
    }
    if (found !== null && offered !== null)
      this.presets.push({ name, version: offered, text: found.text, offered });
    return found;
  }

  /** Null for anything else, whether the file exists or not. */
  async #sharedPreset(name: string): Promise<MappingText | null> {
    if (!/^[a-z0-9-]{1,100}$/.test(name)) return null;
    const file = await listedFile(this.folder, `${name}.yaml`);
    if (file === null && !this.kept.some((one) => one.name === name)) return null;
    const before = this.presets.length;
    const found = await this.#preset(name, this.#record(resolve(this.folder, `${name}.yaml`)));
    if (found !== null && (isShippedName(name) || isShared(found.text))) return found;
    this.presets.length = before;
    return null;
  }

  /** Copied once, when a stored text is first read under these rules, so that its meaning does not change. */
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

/** A file that the folder lists under this name; null if it does not, or if a link leads out of the folder. */
async function listedFile(folder: string, name: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entry = entries.find((one) => one.name === name);
  if (entry?.isFile() === true) return resolve(folder, name);
  if (entry?.isSymbolicLink() !== true) return null;
  // Mounted configuration often is a link to another place in the same folder.
  const [target, root] = await Promise.all([realpath(resolve(folder, name)), realpath(folder)]).catch(() => [
    '',
    '',
  ]);
  return root !== '' && target.startsWith(root + sep) ? target : null;
}

/** Removes folders from file paths in a message, for agencies. */
export function withoutFolders(message: string, files: readonly string[]): string {
  const longestFirst = [...new Set(files)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((text, file) => text.replaceAll(file, basename(file)), message);
}
