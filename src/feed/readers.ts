import type { FeedFormat } from '../core/format.js';
import type { ContainerReader } from './container-reader.js';
import { csvReader } from './csv-reader.js';
import { jsonReader } from './json-reader.js';
import { xmlReader } from './xml-reader.js';

/** Every kind of file that can be read; a new one is its reader and a line here. */
export const readers: {
  [C in FeedFormat['container']]: ContainerReader<Extract<FeedFormat, { container: C }>>;
} = {
  csv: csvReader,
  json: jsonReader,
  xml: xmlReader,
};
