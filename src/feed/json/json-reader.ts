import type { JsonFormat } from '../../model/feed-format.js';
import type { ContainerReader } from '../container-reader.js';
import { mayHideObjects, parseJsonRecord, undecodableJson } from './json-record.js';
import { JsonSplitter } from './json-splitter.js';

export const jsonReader: ContainerReader<JsonFormat> = {
  // A JSON file declares no encoding: it is UTF-8, or has a byte order mark.
  declaredEncoding: () => null,
  createSplitter: (format, enter) => new JsonSplitter(format, enter),
  parse: parseJsonRecord,
  undecodable: undecodableJson,
  mayHideRecords: mayHideObjects,
  provesItsEnd: ({ lines }) => !lines,
};
