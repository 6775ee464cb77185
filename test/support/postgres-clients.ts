import pg from 'pg';

const keptMax = 4;

/** Connections beside feedsync that are used again: to open one and to read the catalogue takes longer than most that is asked. */
export class PostgresClients {
  /** By address, the one that was used last at the end. */
  readonly #clients = new Map<string, Promise<pg.Client>>();

  async query(text: string, address: string): Promise<Record<string, unknown>[]> {
    const client = await this.#clientOf(address);
    return (await client.query<Record<string, unknown>>(text)).rows;
  }

  /** The server ends, or ended. */
  forget(): void {
    for (const address of this.#clients.keys()) this.#drop(address);
  }

  #clientOf(address: string): Promise<pg.Client> {
    const client = this.#clients.get(address) ?? this.#open(address);
    this.#clients.delete(address);
    this.#clients.set(address, client);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > keptMax && oldest !== undefined) this.#drop(oldest);
    return client;
  }

  async #open(address: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: address });
    // Cut by a test, or by the end of the server: the next question opens another one.
    client.once('error', () => this.#clients.delete(address));
    client.once('end', () => this.#clients.delete(address));
    try {
      await client.connect();
    } catch (error) {
      this.#clients.delete(address);
      throw error;
    }
    return client;
  }

  #drop(address: string): void {
    const client = this.#clients.get(address);
    this.#clients.delete(address);
    // What it is asked already is answered first.
    void client?.then((one) => one.end()).catch(() => undefined);
  }
}
