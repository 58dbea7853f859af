import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FuzzCase, FuzzRequest } from './fuzz-case.js';
import type { Finding } from './oracles/verdict.js';

/** A failure as a file that says what was sent, and how to send it again. */
export interface Failure {
  readonly finding: Finding;
  readonly fuzzer: string;
  readonly seed: number;
  readonly index: number;
  readonly sent: FuzzCase | undefined;
  /** Smaller, with the same finding; undefined when there was no time, or nothing smaller. */
  readonly shrunk: FuzzCase | undefined;
}

const asText = (body: FuzzRequest['body']) =>
  typeof body === 'string' ? { body } : { bodyBase64: Buffer.from(body).toString('base64') };

const asJson = (one: FuzzCase | undefined) =>
  one && {
    actor: one.actor,
    request: { ...one.request, ...asText(one.request.body) },
    ...(one.twin ? { twin: { ...one.twin, ...asText(one.twin.body) } } : {}),
  };

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf(url: string, { method, path, headers, body }: FuzzRequest, bodyFile: string): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  const data = `--data-binary @${bodyFile}`;
  writeFileSync(bodyFile, body);
  return ['curl -sS', `-X ${method}`, ...fields, data, shellQuoted(`${url}${path}`)].join(' ');
}

/** Writes the failure to its own files; answers where, and the command that repeats the smallest request. */
export function saveFailure(
  directory: string,
  url: string,
  failure: Failure,
): { file: string; curl: string } {
  mkdirSync(directory, { recursive: true });
  const name = `${failure.finding.oracle}-${failure.fuzzer}-${failure.seed}-${failure.index}`;
  const file = join(directory, `${name}.json`);
  const { finding, fuzzer, seed, index, sent, shrunk } = failure;
  const content = { finding, fuzzer, seed, index, sent: asJson(sent), shrunk: asJson(shrunk) };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  const smallest = shrunk ?? sent;
  return { file, curl: smallest ? curlOf(url, smallest.request, join(directory, `${name}.body`)) : '' };
}
