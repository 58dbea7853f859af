import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

const folders = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];
const eventsPerRequest = 50;

interface Example {
  readonly action?: string;
  readonly sender?: { readonly login: string; readonly id: number };
  readonly repository?: {
    readonly full_name: string;
    readonly private: boolean;
    readonly owner: { readonly login: string };
  };
  readonly commits?: readonly { readonly id: string }[];
}

function loadExamples(folder: string): Example[] {
  const load = createRequire(import.meta.url);
  const kinds = load(`@octokit/webhooks-examples/${folder}/index.json`) as { examples: Example[] }[];
  return kinds.flatMap(({ examples }) => examples);
}

it('every example of real GitHub webhooks comes back equal, with nested columns', async () => {
  const service = await openService();
  const webhook = await createWebhook(service, [
    { name: 'action', type: 'STRING' },
    { name: 'login', type: 'STRING', jsonProperty: 'sender.login' },
    { name: 'sender_id', type: 'INT64', jsonProperty: 'sender.id' },
    { name: 'owner', type: 'STRING', jsonProperty: 'repository.owner.login' },
    { name: 'private', type: 'BOOLEAN', jsonProperty: 'repository.private' },
    { name: 'repository', type: 'JSON' },
    { name: 'first_commit', type: 'STRING', jsonProperty: 'commits.0.id' },
  ]);
  const examples = folders.flatMap(loadExamples);
  expect(examples.length).toBeGreaterThan(700);
  for (let at = 0; at < examples.length; at += eventsPerRequest) {
    const batch = examples
      .slice(at, at + eventsPerRequest)
      .map((example, index) => ({ place: at + index, ...example }));
    expect((await post(service, webhook.path, batch)).status).toBe(200);
  }
  const rows = await stored(
    service,
    `SELECT _service_payload, action, login, sender_id, owner, private, repository, first_commit FROM ${webhook.table}`,
  );
  expect(rows).toHaveLength(examples.length);
  const seen = new Set<number>();
  for (const [payload, action, login, senderId, owner, isPrivate, repository, commit] of rows) {
    const { place, ...event } = JSON.parse(String(payload)) as Example & { place: number };
    const sent = examples[place];
    seen.add(place);
    expect(event).toEqual(sent);
    expect([action, login, senderId, owner, isPrivate, commit]).toEqual([
      sent?.action ?? null,
      sent?.sender?.login ?? null,
      sent?.sender ? String(sent.sender.id) : null,
      sent?.repository?.owner.login ?? null,
      sent?.repository?.private ?? null,
      sent?.commits?.[0]?.id ?? null,
    ]);
    expect(repository === null ? undefined : JSON.parse(String(repository))).toEqual(sent?.repository);
  }
  expect(seen.size).toBe(examples.length);
});
