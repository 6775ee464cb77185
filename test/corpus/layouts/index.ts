import type { Layout } from '../layout.js';
import { serbianXml } from './local/serbian-xml.js';

/** All layouts of the corpus. A new file of layouts is added here. */
export const layouts: readonly Layout[] = [...serbianXml];
