import { statfs } from 'node:fs/promises';

/** Shared file systems by the kernel's magic number. */
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
 * The kind of file system of a folder, if it may be shared with other machines: locks and fsync are not reliable there. Null for a local
 * or unknown one.
 */
export async function sharedFileSystem(
  folder: string,
  typeOf: (path: string) => Promise<number> = async (path) => (await statfs(path)).type,
): Promise<string | null> {
  const type = await typeOf(folder).catch(() => null);
  return type === null ? null : (shared[type >>> 0] ?? null);
}
