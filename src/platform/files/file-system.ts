import { statfs } from 'node:fs/promises';

/** By the numbers that the kernel gives them. */
const shared: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB',
  0x01021997: '9p',
  0x65735546: 'FUSE, such as virtiofs or sshfs',
  0x6a656a63: 'virtiofs',
  0x5346414f: 'AFS',
  0x00c36400: 'Ceph',
};

/**
 * The kind of file system that a folder lies on, where it is one that may be shared with other machines: its locks, and writes that
 * are said to be on the disk, cannot be relied on there. Null for one of this machine, or where nobody can tell.
 */
export async function sharedFileSystem(
  folder: string,
  typeOf: (path: string) => Promise<number> = async (path) => (await statfs(path)).type,
): Promise<string | null> {
  const type = await typeOf(folder).catch(() => null);
  return type === null ? null : (shared[type >>> 0] ?? null);
}
