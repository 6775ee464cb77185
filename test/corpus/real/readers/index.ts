import type { Reader } from '../listing.js';
import { estateSistem } from './estate-sistem.js';
import { idealista } from './idealista.js';
import { immobiliare } from './immobiliare.js';
import { kyero } from './kyero.js';
import { otherCurrencies } from './other-currencies.js';
import { poliris } from './poliris.js';
import { tables } from './tables.js';

/** Readers of the formats whose documentation says what each field means. */
export const readers: readonly Reader[] = [
  ...[estateSistem, kyero, immobiliare, idealista, poliris],
  ...[...tables, ...otherCurrencies],
];
