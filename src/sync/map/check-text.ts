import { createReference } from '../../core/content/places.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { mappingHints, type MappingHints } from '../../mapping/check/hints.js';
import { loadMapping, type MappingError, type MappingSource } from '../../mapping/compile/load-mapping.js';
import { parseYaml } from '../../mapping/language/mapping-errors.js';

/** A request to check a mapping's text on a thread before this process compiles it: plain data. */
export type CheckJob =
  /** Parses the text within the limit. The bases that the text extends are looked up in this process. */
  | { ask: 'parse'; text: string }
  | {
      ask: 'compile';
      source: MappingSource;
      /** The portal's words and places, to find rules that have no effect under them. Null: without them; omitted: no hints. */
      hints?: { vocabulary: Vocabulary; places: readonly Place[] } | null;
    };

export type CheckedText =
  { ask: 'parse' } | { ask: 'compile'; errors: MappingError[]; name: string | null; hints: MappingHints };

const noHints: MappingHints = { idle: [], unresolved: [], literal: [] };

/** Checks a mapping's text. Errors in the text are data. The thread's limits bound the cost. */
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
