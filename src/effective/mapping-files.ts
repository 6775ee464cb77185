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

/** A mapping of the configured folder that a feed runs on, and what the folder has of it now. */
export interface PresetInUse {
  name: string;
  version: number;
  text: string;
  /** Null where its file is gone. */
  offered: number | null;
}

export type Kept = Pick<KeptMapping, 'name' | 'version' | 'text'>;

/** A file that cannot be a mapping; the message says why. */
export class UnusableFile extends Error {}

/** Where a mapping lies that a feed names. */
export function mappingFile(folder: string, mapping: string): string {
  return isName(mapping) ? resolve(folder, `${mapping}.yaml`) : resolve(mapping);
}

function isName(mapping: string): boolean {
  return !(isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml'));
}

/** The text of a file; null where there is none. @throws UnusableFile where it is no regular file, or too large */
export async function textOf(file: string): Promise<MappingText | null> {
  const read = await readSmallFile(file, mappingLimits.text);
  if (read.ok) return { text: read.text, file };
  if (read.why === 'missing') return null;
  const what = read.why === 'no_file' ? 'is no regular file' : `is larger than ${mappingLimits.text} bytes`;
  throw new UnusableFile(`The mapping ${file} ${what}: it is not read.`);
}

/** What a text of an agency may extend beside what is shared: nothing (new), what is kept of its former days (kept), or a file too. */
export type TextState = 'new' | 'kept' | 'stored';

/**
 * Reads files, and in the place of a preset the version that is kept. What a text of an agency extends is a mapping of the folder that is
 * shipped or shared: a name, looked for in the folder's list before anything is opened.
 */
export class MappingReader {
  readonly presets: PresetInUse[] = [];
  /** Every file that was looked for, by which messages name it. */
  readonly files: string[] = [];
  /** Texts of agencies, and copies of what they extended: what these extend is bound. */
  readonly #ofAgency = new Set<string>();
  /** Of each copy, by the name under which it is read: the name under which it is kept, and where its base lies. */
  readonly #copied = new Map<string, { name: string; file: string }>();

  constructor(
    private readonly folder: string,
    private readonly kept: readonly Kept[],
    private readonly state: TextState,
  ) {}

  async own({ name, mapping, mappingText }: FeedConfig): Promise<MappingText | null> {
    if (mappingText !== null) {
      // Beside the presets, so that it may extend one.
      const file = this.#noted(resolve(this.folder, `${name}@changed.yaml`));
      this.#ofAgency.add(file);
      return { text: mappingText, file };
    }
    const file = this.#noted(mappingFile(this.folder, mapping));
    return isName(mapping) ? this.#preset(mapping, file) : textOf(file);
  }

  async base(name: string, from: string): Promise<MappingText | null> {
    const copied = this.#copied.get(from);
    if (copied !== undefined) return this.#copy(copyWithin(copied.name, name), name, copied.file);
    if (!this.#ofAgency.has(from)) return this.#find(name, from);
    const shared = await this.#sharedPreset(name);
    return shared ?? (this.state === 'new' ? null : this.#copy(copyOf(name), name, from));
  }

  /** A mapping that another one extends lies beside it, or in the configured folder. */
  async #find(name: string, from: string): Promise<MappingText | null> {
    const beside = this.#noted(mappingFile(dirname(from), name));
    const inFolder = this.#noted(mappingFile(this.folder, name));
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
    // A file that tells no version is broken, and who edits it must see that.
    if (kept !== undefined && (found === null || (offered !== null && offered !== kept.version))) {
      this.presets.push({ ...kept, offered });
      return { text: kept.text, file: `${file}@${kept.version}` };
    }
    if (found !== null && offered !== null)
      this.presets.push({ name, version: offered, text: found.text, offered });
    return found;
  }

  /** Null for everything else, whether it is there or not. */
  async #sharedPreset(name: string): Promise<MappingText | null> {
    if (!/^[a-z0-9-]{1,100}$/.test(name)) return null;
    const file = await listedFile(this.folder, `${name}.yaml`);
    if (file === null && !this.kept.some((one) => one.name === name)) return null;
    const before = this.presets.length;
    const found = await this.#preset(name, this.#noted(resolve(this.folder, `${name}.yaml`)));
    if (found !== null && (isShippedName(name) || isShared(found.text))) return found;
    this.presets.length = before;
    return null;
  }

  /** Made once, when a stored text is first read under these rules: what the text means does not change by them. */
  async #copy(copyName: string, name: string, from: string): Promise<MappingText | null> {
    const label = `copy of ${name}`;
    const kept = this.kept.find((one) => one.name === copyName);
    const found = kept === undefined && this.state === 'stored' ? await this.#find(name, from) : null;
    const text = kept?.text ?? found?.text;
    if (text === undefined) return null;
    this.#copied.set(label, { name: copyName, file: found?.file ?? from });
    // A copy is kept as it is, not as a version of its preset.
    this.presets.splice(0, Infinity, ...this.presets.filter((preset) => preset.name !== name));
    this.presets.push({
      name: copyName,
      version: kept?.version ?? versionOf(text) ?? 0,
      text,
      offered: null,
    });
    return { text, file: label };
  }

  #noted(file: string): string {
    this.files.push(file);
    return file;
  }
}

/** A file of the folder by its name alone; null where the folder does not list it, or it leads out of the folder. */
async function listedFile(folder: string, name: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entry = entries.find((one) => one.name === name);
  if (entry?.isFile() === true) return resolve(folder, name);
  if (entry?.isSymbolicLink() !== true) return null;
  // Mounted configuration is often a link to another place of the same folder.
  const [target, root] = await Promise.all([realpath(resolve(folder, name)), realpath(folder)]).catch(() => [
    '',
    '',
  ]);
  return root !== '' && target.startsWith(root + sep) ? target : null;
}

/** A message for an agency: it names files, not where they lie. */
export function withoutFolders(message: string, files: readonly string[]): string {
  const longestFirst = [...new Set(files)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((text, file) => text.replaceAll(file, basename(file)), message);
}
