import type { AgencyReading } from '../../core/setup/agency-reading.js';
import type { Sentence } from '../../model/sentence.js';
import type { Upload } from '../../store/facts/uploads.js';
import type { KeptFile, SetupRecord } from '../../store/store.js';

/** The result of reading an agency's feed. */
export interface AgencyRead {
  reading: AgencyReading;
  /** Null if no file could be fetched. */
  keptFile: KeptFile | null;
  /** Set if the read detected settings: the feed's declaration from now on. */
  feed?: Record<string, unknown>;
  /** First line of the exception that ended the read. The read is retried. */
  exception?: string | null;
}

/** The result of reading an uploaded file. */
export interface UploadRead {
  reading: AgencyReading;
  /** Paths of the files that are kept of it. */
  paths: string[];
}

/** Agency setup, bound to the configuration and its mappings; assembled in one place. */
export interface SetupServices {
  /** @returns null if the agency may have this feed, else the reason. @param overNetwork the request came over the network, so local files are refused */
  whyNotFeed(
    name: string,
    document: Readonly<Record<string, unknown>>,
    overNetwork: boolean,
  ): Promise<Sentence | null>;
  /** @returns null if the agency may have this text as its mapping, else the reason */
  whyNotMapping(agency: SetupRecord, text: string): Promise<Sentence | null>;
  /** Reads an agency's feed and tries its mapping on it. Stores nothing but the file. */
  read(agency: SetupRecord): Promise<AgencyRead>;
  /** Reads a file that was uploaded to try it. Stores nothing but the file's copy. */
  readUpload(agency: SetupRecord, upload: Upload): Promise<UploadRead>;
  /** The agency whose feed is being read now, or the key of an upload (`uploadKey`), and the number of records read so far. */
  underWay(): { name: string; records: number } | null;
  /** Publishes that this agency's setup changed. */
  changed(name: string): void;
}
