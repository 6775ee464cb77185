import type { ParsedRecord, RecordValue } from '../../model/record.js';

/** Whether a file is a full file or a delta file, and the evidence. */
export interface KindFinding {
  kind: 'full' | 'delta';
  why: string;
}

const deltaWords = /^(delta|teil|roznica|diff|difference|incremental|increment|partial|changes|update)$/i;
const fullWords = /^(full|voll|calosc|complete|komplett|vollstaendig|snapshot|all|total)$/i;
const deleteRecord = /(_usun|delete|remove|loeschen)$/i;

/**
 * Detects the kind of a file from its first records. A word in the file's header decides. Otherwise a file is a delta file if some but not
 * all of the records delete listings, or if it is a single record (XML or JSON) without a list around it. Every other file is a full file.
 */
export function feedKind(records: readonly ParsedRecord[], container: string): KindFinding {
  const [first] = records;
  const declared = first === undefined ? null : declaredKind(first.header, '');
  if (declared !== null) return declared;
  const deletes = records.filter(({ name }) => deleteRecord.test(name)).length;
  if (deletes > 0 && deletes < records.length)
    return { kind: 'delta', why: `${deletes} records only remove a listing.` };
  const isLone = first?.ancestors.length === 0 && records.length === 1;
  if (isLone && container !== 'csv')
    return { kind: 'delta', why: 'The file is one record with no list around it.' };
  return { kind: 'full', why: 'Nothing in the file says that it holds changes only.' };
}

function declaredKind(value: RecordValue, path: string): KindFinding | null {
  if (typeof value === 'string') {
    const word = value.trim();
    if (deltaWords.test(word)) return { kind: 'delta', why: `The file declares it: ${path} is "${word}".` };
    if (fullWords.test(word)) return { kind: 'full', why: `The file declares it: ${path} is "${word}".` };
    return null;
  }
  if (Array.isArray(value)) return null;
  for (const [key, child] of Object.entries(value)) {
    const found = declaredKind(child, path === '' ? key : `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}
