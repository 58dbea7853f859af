import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CreateWebhookDataSourceInput,
  createWebhookDataSourceMutation,
  type EventResult,
} from '@weir/client';
import { useChange, useClient } from '../../../api/use-operation.js';
import { href } from '../../../routing/href.js';
import { navigate } from '../../../routing/navigate.js';
import { useView } from '../../../routing/use-view.js';
import { announce } from '../../../ui/announcer.js';
import type { ViewSearch } from '../../explore/explore-view.js';
import { isWebhook } from '../shown-source.js';
import { webhookFromHere } from './webhook.js';

/** The service tells the reasons of so many errors in one request. */
const eventsPerRequestMax = 100;

interface Sending {
  readonly sourceId: string;
  readonly webhookUrl: string;
  readonly basicAuth: { readonly username: string; readonly password: string } | null | undefined;
  /** The text of each. */
  readonly events: readonly string[];
}

/** Sends the sample to a webhook. The events that fit are stored even if others do not. */
function useSending() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ sourceId, webhookUrl, basicAuth, events }: Sending) => {
      const results: EventResult[] = [];
      for (let at = 0; at < events.length; at += eventsPerRequestMax) {
        const body = `[${events.slice(at, at + eventsPerRequestMax).join(',')}]`;
        const options = {
          partial: true,
          // Sending again after a failure stores nothing twice.
          idempotencyKey: `${sourceId}-${at}`,
          ...(basicAuth && { basicAuth }),
        };
        results.push(...(await client.sendEvents(webhookFromHere(webhookUrl), body, options)));
      }
      return results;
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

export type SendState = ReturnType<typeof useSending>;

/** Creates a webhook, and sends it the sample. */
export function useCreation() {
  const { hrefWith } = useView();
  const send = useSending();
  const create = useChange(createWebhookDataSourceMutation);
  /** Then shows the source in place with its first view, or on its own page if there is nothing to send. */
  const start = (
    input: CreateWebhookDataSourceInput,
    events: readonly string[] | undefined,
    firstView: ViewSearch,
  ) =>
    create.mutate(
      { input },
      {
        onSuccess: ({ createWebhookDataSource: created }) => {
          const source = created?.dataSource;
          if (!source || !isWebhook(source)) return;
          announce('Webhook source created');
          if (!events) {
            navigate(href('/sources/$id', { id: source.id }));
            return;
          }
          navigate(hrefWith({ source: source.id, ...firstView }), { replace: true });
          const { webhookUrl } = source.connectionSettings;
          const given = input.connectionSettings?.basicAuth;
          const basicAuth = given && { username: given.username ?? '', password: given.password ?? '' };
          send.mutate({ sourceId: source.id, webhookUrl, basicAuth, events });
        },
      },
    );
  return { create, send, start };
}

export type Creation = ReturnType<typeof useCreation>;
