import { mappingEditor } from '../onboard/mapping-editor.js';
import type { WordServices } from '../sync/services/word-services.js';

/** The words of the feeds as they run now. */
export function openWords(app: () => Parameters<typeof mappingEditor>[0]): WordServices {
  return {
    inForce: (row) => mappingEditor(app()).inForce(row),
    whyNot: (row, changes) => mappingEditor(app()).whyNot(row, changes),
  };
}
