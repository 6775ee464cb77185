import type { FeedFormat } from '../model/feed-format.js';
import type { ContainerReader } from './container-reader.js';
import { csvReader } from './csv/csv-reader.js';
import { jsonReader } from './json/json-reader.js';
import { xmlReader } from './xml/xml-reader.js';

/** The reader of each container. To add a container, write its reader and add a line here. */
export const readers: {
  [C in FeedFormat['container']]: ContainerReader<Extract<FeedFormat, { container: C }>>;
} = {
  csv: csvReader,
  json: jsonReader,
  xml: xmlReader,
};
