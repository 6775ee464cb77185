import type { EncodingName } from '../../model/feed-format.js';
import { loadMapping, type MappingText } from '../../mapping/compile/load-mapping.js';
import type { Spool } from '../../platform/files/spool.js';
import { judgeMapping, type JudgedBy, type JudgedMapping } from './judge-mapping.js';
import { noOverrides, readSamples, type Sample } from './read-sample.js';

/** A mapping that is found by its name. */
export interface Preset {
  name: string;
  text: string;
  file: string;
  bases: Readonly<Record<string, MappingText>>;
}

/** The beginning of `about` in a mapping that `init` proposed and that no person has described since. */
export const proposedBy = 'Proposed by feedsync init: ';

/**
 * The presets that may fit a feed. A mapping that `init` proposed for one feed has that feed's numbers and words, so it fits no other one,
 * however like their columns are.
 * @param name of the feed's own mapping
 */
export function presetsFor(presets: readonly Preset[], name: string | undefined): Preset[] {
  return presets.filter((preset) => preset.name === name || !isProposal(preset));
}

/** Whether `init` proposed the mapping, and no person has described it since. */
export function isProposal({ text }: Pick<Preset, 'text'>): boolean {
  const [, about = ''] = aboutKey.exec(text) ?? [];
  return about.startsWith(proposedBy.trim());
}

/** The beginning of the key `about`, as YAML writes it: plain, quoted or folded. */
const aboutKey = /^about: *(?:[>|][-+]?\n +)?["']?(.*)/m;

const known = new WeakMap<Preset, ReturnType<typeof loadMapping>>();

/** Compiles a preset once per process. */
function compiled(preset: Preset): ReturnType<typeof loadMapping> {
  const loaded = known.get(preset) ?? loadMapping(preset.text, { ...preset, overrides: noOverrides });
  known.set(preset, loaded);
  return loaded;
}

/** Whether a preset may read a container, by its text and those that it extends: compiling all presets takes longer than reading a file. */
function mayRead({ text, bases }: Preset, container: string): boolean {
  const texts = [text, ...Object.values(bases).map((base) => base.text)];
  const named = texts.flatMap((one) => [...one.matchAll(containerKey)].map(([, name]) => name));
  return named.length === 0 || named.includes(container);
}

const containerKey = /["']?container["']?\s*:\s*["']?(\w+)/g;

/** A preset that can read the file, with its result. */
export interface PresetScore {
  preset: Preset;
  sample: Sample;
  judged: JudgedMapping;
  /** Share of the records, from 0 to 1, with all required fields. */
  share: number;
}

/**
 * The preset that finds the required fields in most records of a file. A preset fits only if the file has its root, columns or keys, and
 * if at least half of the records have the required fields. Null: no preset fits.
 */
export async function bestPreset(
  presets: readonly Preset[],
  file: { spool: Spool; paths: readonly string[]; encoding: EncodingName; container: string; most: number },
  by: JudgedBy,
): Promise<PresetScore | null> {
  const scores: PresetScore[] = [];
  for (const preset of presets) {
    if (!mayRead(preset, file.container)) continue;
    const loaded = compiled(preset);
    if (!loaded.ok || loaded.mapping.format.container !== file.container) continue;
    const sample = await readSamples(file.spool, file.paths, loaded.mapping.format, file.encoding, file.most);
    if (sample.records.length === 0) continue;
    const judged = judgeMapping(preset, sample.records, by);
    if (!judged.ok) continue;
    const share = judged.readiness.understood / sample.records.length;
    scores.push({ preset, sample, judged, share });
  }
  // Ties go to the preset that fills more fields, then to the later name, which is the later version.
  const [best] = scores.sort(
    (a, b) =>
      b.share - a.share ||
      Math.round(b.judged.readiness.richness) - Math.round(a.judged.readiness.richness) ||
      b.preset.name.localeCompare(a.preset.name),
  );
  return best !== undefined && best.share >= 0.5 ? best : null;
}
