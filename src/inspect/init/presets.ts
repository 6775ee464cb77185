import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EncodingName } from '../../model/feed-format.js';
import type { Reference } from '../../model/reference.js';
import { gatherBases, loadMapping, type MappingText } from '../../mapping/compile/load-mapping.js';
import { mappingLimits } from '../../mapping/language/mapping-limits.js';
import { readSmallFile } from '../../platform/files/small-file.js';
import type { Spool } from '../../platform/files/spool.js';
import { judgeMapping, type JudgedMapping } from './judge-mapping.js';
import { noOverrides, readSamples, type Sample } from './read-sample.js';

/** A mapping of the configured folder. */
export interface Preset {
  name: string;
  text: string;
  file: string;
  bases: Readonly<Record<string, MappingText>>;
}

/** All mappings of a folder that compile; none where there is no such folder. */
export async function readPresets(folder: string): Promise<Preset[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.yaml') && !name.endsWith('.cases.yaml')).sort();
  const presets: Preset[] = [];
  for (const name of files) {
    const file = resolve(folder, name);
    const found = await textOf(file);
    if (found === null) continue;
    const bases = await gatherBases(found, (base) => textOf(join(folder, `${base}.yaml`)));
    presets.push({ name: name.slice(0, -'.yaml'.length), ...found, bases });
  }
  return presets;
}

/** Null for what is no mapping: no regular file, or too large. */
async function textOf(file: string): Promise<MappingText | null> {
  const read = await readSmallFile(file, mappingLimits.text);
  return read.ok ? { text: read.text, file } : null;
}

const known = new WeakMap<Preset, ReturnType<typeof loadMapping>>();

/** Presets are many, and compiled once. */
function compiled(preset: Preset): ReturnType<typeof loadMapping> {
  const loaded = known.get(preset) ?? loadMapping(preset.text, { ...preset, overrides: noOverrides });
  known.set(preset, loaded);
  return loaded;
}

/** A preset that reads the file, with what it makes of it. */
export interface PresetScore {
  preset: Preset;
  sample: Sample;
  judged: JudgedMapping;
  /** 0 to 1: in how many of the records it finds what a listing needs. */
  share: number;
}

/**
 * The preset that understands most of a file's records. One fits only if the file has the root, the columns or the keys that it must
 * have, and if at least half of the records come to something.
 */
export async function bestPreset(
  presets: readonly Preset[],
  file: { spool: Spool; paths: readonly string[]; encoding: EncodingName; container: string; most: number },
  reference: Reference,
): Promise<PresetScore | null> {
  const scores: PresetScore[] = [];
  for (const preset of presets) {
    const loaded = compiled(preset);
    if (!loaded.ok || loaded.mapping.format.container !== file.container) continue;
    const sample = await readSamples(file.spool, file.paths, loaded.mapping.format, file.encoding, file.most);
    if (sample.records.length === 0) continue;
    const judged = judgeMapping(preset, sample.records, reference);
    if (!judged.ok) continue;
    const share = judged.readiness.understood / sample.records.length;
    scores.push({ preset, sample, judged, share });
  }
  // Of two that understand the file alike, the one that makes more of it, then the later version.
  const [best] = scores.sort(
    (a, b) =>
      b.share - a.share ||
      Math.round(b.judged.readiness.richness) - Math.round(a.judged.readiness.richness) ||
      b.preset.name.localeCompare(a.preset.name),
  );
  return best !== undefined && best.share >= 0.5 ? best : null;
}
