import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a TLS server is started with, PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

export interface Certificates {
  /** The authority that signed the others. */
  authority: string;
  good: Certificate;
  expired: Certificate;
  /** For another host. */
  elsewhere: Certificate;
  selfSigned: Certificate;
}

export const hasOpenssl = ((): boolean => {
  try {
    return execFileSync('openssl', ['version']).toString().startsWith('OpenSSL 3');
  } catch {
    return false;
  }
})();

const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** An authority of our own and what it signed, made by openssl. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-tls-'));
  const openssl = (...argv: string[]): void => {
    execFileSync('openssl', argv, { cwd: folder, stdio: 'ignore' });
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const signed = (name: string, address: string, start: string, end: string): Certificate => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
    openssl(...request, ...files, '-subj', `/CN=${name}`, '-addext', `subjectAltName=IP:${address}`);
    const dates = ['-startdate', start, '-enddate', end];
    openssl('ca', '-batch', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, ...dates);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    writeFileSync(join(folder, 'index.txt'), '');
    writeFileSync(join(folder, 'ca.cnf'), authorityConfig);
    const self = ['-x509', '-days', '2', '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl(...request, ...self, '-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.pem');
    openssl(...request, ...self, '-subj', '/CN=nobody', '-keyout', 'self.key', '-out', 'self.pem');
    return {
      authority: read('ca.pem'),
      good: signed('good', '127.0.0.1', '20200101000000Z', '20480101000000Z'),
      expired: signed('expired', '127.0.0.1', '20200101000000Z', '20210101000000Z'),
      elsewhere: signed('elsewhere', '127.9.9.9', '20200101000000Z', '20480101000000Z'),
      selfSigned: { key: read('self.key'), cert: read('self.pem') },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const authorityConfig = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
rand_serial = yes
unique_subject = no
copy_extensions = copy
policy = any
[any]
commonName = supplied
`;
