import { base, baseTables } from './base.js';
import { staff, staffTables } from './staff.js';

/** Every table of texts. A page’s texts are in a table whose audience reads the page. */
export const tables = [...baseTables, ...staffTables] as const;

/** Every text by its key. Only tests read it: the console loads the texts of staff apart. */
export const all = { ...base, ...staff };

export type Key = keyof typeof all;
