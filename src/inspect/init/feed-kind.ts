import type { ParsedRecord, RecordValue } from '../../model/record.js';

/** Whether a file holds everything, or what changed only. */
export interface KindFinding {
  kind: 'full' | 'delta';
  why: string;
}

const deltaWords = /^(delta|teil|roznica|diff|difference|incremental|increment|partial|changes|update)$/i;
const fullWords = /^(full|voll|calosc|complete|komplett|vollstaendig|snapshot|all|total)$/i;
const deleteRecord = /(_usun|delete|remove|loeschen)$/i;

/**
 * By what the header says of itself, by records that say of a listing that it is to go, and by there being nothing around a record.
 */
export function feedKind(records: readonly ParsedRecord[], container: string): KindFinding {
  const [first] = records;
  const said = first === undefined ? null : saidBy(first.header, '');
  if (said !== null) return said;
  const deletes = records.filter(({ name }) => deleteRecord.test(name)).length;
  if (deletes > 0 && deletes < records.length)
    return { kind: 'delta', why: `${deletes} records only say that a listing is to be taken off.` };
  if (container === 'xml' && first?.ancestors.length === 0)
    return { kind: 'delta', why: 'The file is one record with no list around it.' };
  return { kind: 'full', why: 'Nothing in the file says that it holds changes only.' };
}

function saidBy(value: RecordValue, path: string): KindFinding | null {
  if (typeof value === 'string') {
    const word = value.trim();
    if (deltaWords.test(word))
      return { kind: 'delta', why: `The file says so itself: ${path} is "${word}".` };
    if (fullWords.test(word)) return { kind: 'full', why: `The file says so itself: ${path} is "${word}".` };
    return null;
  }
  if (Array.isArray(value)) return null;
  for (const [key, child] of Object.entries(value)) {
    const found = saidBy(child, path === '' ? key : `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}
