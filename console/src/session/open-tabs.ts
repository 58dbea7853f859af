import type { AccessToken } from '@weir/client';

export interface StoredToken extends AccessToken {
  readonly clientId: string;
}

type Message =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'token'; readonly token: StoredToken }
  | { readonly kind: 'signed out' };

export interface TabHooks {
  /** The token of this tab, renewed if this tab can. */
  readonly current: () => Promise<StoredToken | undefined>;
  readonly onToken: (token: StoredToken) => void;
  readonly onSignedOut: () => void;
}

const answerMsMax = 100;

/**
 * Shares tokens, never secrets, among the open tabs of the console. The messages reach only pages of the same origin in the same
 * browser, and nothing outlives the tabs.
 */
export class OpenTabs {
  readonly #channel = new BroadcastChannel('weir.session');
  readonly #waiting = new Set<() => void>();

  constructor(hooks: TabHooks) {
    this.#channel.onmessage = async ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'signed out') return hooks.onSignedOut();
      if (data.kind === 'token') {
        hooks.onToken(data.token);
        for (const resolve of this.#waiting) resolve();
        return;
      }
      const token = await hooks.current().catch(() => undefined);
      if (token) this.share(token);
    };
  }

  share(token: StoredToken): void {
    this.#send({ kind: 'token', token });
  }

  signedOut(): void {
    this.#send({ kind: 'signed out' });
  }

  /** Resolves when a tab has answered, or if none does. */
  async askForToken(): Promise<void> {
    this.#send({ kind: 'wanted' });
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      setTimeout(resolve, answerMsMax);
    }).finally(() => this.#waiting.clear());
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}
