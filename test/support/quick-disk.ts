import { accessSync, constants } from 'node:fs';
import { codeOf } from '../../src/platform/code-of.js';
import { systemDisk, type Disk } from '../../src/platform/files/disk.js';

/** Asks the system whether files can be written, and writes none: to write some takes longer than all else that a minute brings. */
export const quickDisk: Disk = {
  ...systemDisk,
  tryToWrite: (folder) => {
    try {
      // The dot, so that a file in the folder's place is refused.
      accessSync(`${folder}/.`, constants.W_OK);
      return Promise.resolve(null);
    } catch (error) {
      return Promise.resolve(codeOf(error));
    }
  },
};
