/** What became of a person's wish. Numbers and ids beside the sentence are for programs. */
export type Done = { ok: true; message: string; [fact: string]: unknown } | { ok: false; message: string };
