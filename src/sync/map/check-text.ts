import { createReference } from '../../core/content/places.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { mappingHints, type MappingHints } from '../../mapping/check/hints.js';
import { loadMapping, type MappingError, type MappingSource } from '../../mapping/compile/load-mapping.js';
import { parseYaml } from '../../mapping/language/mapping-errors.js';

/** What a thread is asked of a mapping's text before this process compiles it: plain data. */
export type CheckJob =
  /** Whether it can be parsed in time: what it extends is looked up here. */
  | { ask: 'parse'; text: string }
  | {
      ask: 'compile';
      source: MappingSource;
      /** The portal's words and places, where it is to be said what does nothing under them; left out: it is not to be said. */
      hints?: { vocabulary: Vocabulary; places: readonly Place[] } | null;
    };

export type CheckedText =
  { ask: 'parse' } | { ask: 'compile'; errors: MappingError[]; name: string | null; hints: MappingHints };

const noHints: MappingHints = { idle: [], unresolved: [] };

/** Reads a mapping's text. What is wrong with it is data; what it costs is the thread's to bear. */
export function checkText(job: CheckJob): CheckedText {
  if (job.ask === 'parse') {
    parseYaml(job.text, '');
    return { ask: 'parse' };
  }
  const { source, hints } = job;
  const loaded = loadMapping(source.text, source);
  if (!loaded.ok) return { ask: 'compile', errors: loaded.errors, name: null, hints: noHints };
  const reference = hints == null ? null : createReference(hints.vocabulary, hints.places);
  const found = hints === undefined ? noHints : mappingHints(source.text, source.file, reference);
  return { ask: 'compile', errors: [], name: loaded.mapping.name, hints: found };
}
