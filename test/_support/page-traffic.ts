import { EventEmitter, once } from 'node:events';
import type { CDPSession, Page } from 'puppeteer-core';
import { WAIT_MS } from './eventually.js';

/**
 * Runs in each document of the page itself: keeps what notices have said since the last step. They go by themselves after some seconds, which
 * a busy machine may take for the step alone.
 */
const KEEP_NOTICES = `
  globalThis.noticesSinceStep = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const notice = node.closest?.('[role="alert"]') ?? node.querySelector?.('[role="alert"]');
        if (notice) globalThis.noticesSinceStep.push(notice.innerText);
      }
  }).observe(document, { childList: true, subtree: true });
`;

/** Resolves after the next frame: what React does in answer to an event is done by then. */
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';

/**
 * What a page waits for: its requests, and the navigation that a click, a form or a script has started.
 *
 * The browser announces both before it confirms the input that caused them, in this order: `frameRequestedNavigation` (a
 * form is sent in a task of its own, a moment after the click), `frameStartedLoading`, and `frameStoppedLoading` when the
 * document is loaded or the navigation ended without one (a download, a 204).
 */
export class PageTraffic {
  readonly #session: CDPSession;
  readonly #page: Page;
  readonly #mainFrame: string;
  readonly #changes = new EventEmitter();
  /** By id: the loader of the document that sent it, and what is requested. */
  readonly #requests = new Map<string, { loaderId: string; what: string }>();
  readonly #held = new Set<string>();
  #navigation: 'none' | 'requested' | 'loading' = 'none';

  static async of(page: Page): Promise<PageTraffic> {
    const session = await page.createCDPSession();
    await Promise.all([session.send('Network.enable'), session.send('Page.enable')]);
    const { frameTree } = await session.send('Page.getFrameTree');
    const traffic = new PageTraffic(page, session, frameTree.frame.id);
    await session.send('Runtime.enable');
    return traffic;
  }

  private constructor(page: Page, session: CDPSession, mainFrame: string) {
    this.#page = page;
    this.#session = session;
    this.#mainFrame = mainFrame;
    this.#keepNotices();
    this.#followRequests();
    this.#followNavigations();
  }

  /** Keeps the requests that `holds` chooses from being sent, and waits for none of them. @returns lets them go */
  async hold(holds: (url: URL) => boolean): Promise<() => void> {
    const kept: (() => void)[] = [];
    let holding = true;
    this.#session.on('Fetch.requestPaused', ({ requestId, request, networkId = '' }) => {
      // A page that goes away takes its requests along.
      const send = () =>
        void this.#session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
      if (!holding || !holds(new URL(request.url))) return send();
      const open = this.#requests.get(networkId);
      this.#held.add(networkId);
      this.#end(networkId);
      kept.push(() => {
        this.#held.delete(networkId);
        if (open) this.#requests.set(networkId, open);
        send();
      });
    });
    await this.#session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return () => {
      holding = false;
      for (const letGo of kept.splice(0)) letGo();
    };
  }

  /** Before a step: the notices of the former one say nothing of it. */
  async forgetNotices(): Promise<void> {
    await this.#session.send('Runtime.evaluate', { expression: 'globalThis.noticesSinceStep = []' });
  }

  /** Waits until the page waits for nothing. */
  async settle(): Promise<void> {
    const signal = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      await this.#nextFrame(signal);
      if (this.#isQuiet()) return;
      await once(this.#changes, 'change', { signal }).catch((cause: unknown) => {
        throw new Error(`The page has waited ${WAIT_MS / 1_000} s for ${this.#pending()}`, { cause });
      });
    }
  }

  /** A document that is being replaced takes its scripts along: its successor is asked in its place. */
  async #nextFrame(signal: AbortSignal): Promise<void> {
    const awaitPromise = this.#page.isJavaScriptEnabled();
    const expression = awaitPromise ? NEXT_FRAME : '0';
    while (!this.#page.isClosed() && !signal.aborted) {
      try {
        await this.#session.send('Runtime.evaluate', { expression, awaitPromise }, { timeout: WAIT_MS });
        return;
      } catch (error) {
        if (this.#page.isClosed() || /navigated|destroyed|Cannot find context|closed/i.test(String(error)))
          continue;
        throw error;
      }
    }
  }

  /** In the documents of the page itself: one of a sandboxed frame, such as the preview of a mail, runs no script. */
  #keepNotices(): void {
    this.#session.on('Runtime.executionContextCreated', ({ context: { id, auxData } }) => {
      const { isDefault, frameId } = (auxData ?? {}) as { isDefault?: boolean; frameId?: string };
      if (!isDefault || frameId !== this.#mainFrame) return;
      const sent = this.#session.send('Runtime.evaluate', { expression: KEEP_NOTICES, contextId: id });
      // A document that has gone meanwhile shows no notices.
      void sent.catch(() => undefined);
    });
  }

  #followRequests(): void {
    const session = this.#session;
    session.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, frameId }) => {
      // A beacon outlives its page, and its end is not announced then.
      if (type === 'Ping' || this.#held.has(requestId)) return;
      // The document of a frame within the page may come in a process of its own, whose events are not seen here.
      if (type === 'Document' && frameId !== this.#mainFrame) return;
      this.#requests.set(requestId, { loaderId, what: `${request.method} ${request.url}` });
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      // A stream of events stays open.
      if (response.mimeType === 'text/event-stream') this.#end(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#end(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId));
  }

  #followNavigations(): void {
    const session = this.#session;
    const isMain = (frameId: string) => frameId === this.#mainFrame;
    const move = (navigation: 'requested' | 'loading' | 'none') => {
      this.#navigation = navigation;
      this.#changes.emit('change');
    };
    session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (isMain(frameId) && disposition === 'currentTab') move('requested');
    });
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (isMain(frameId)) move('loading');
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (isMain(frameId)) move('none');
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      // Of the requests of the document before, the end is not always announced.
      if (isMain(frame.id))
        for (const [id, { loaderId }] of this.#requests) if (loaderId !== frame.loaderId) this.#end(id);
    });
  }

  #end(requestId: string): void {
    if (this.#requests.delete(requestId)) this.#changes.emit('change');
  }

  #isQuiet(): boolean {
    return this.#page.isClosed() || (this.#navigation === 'none' && this.#requests.size === 0);
  }

  #pending(): string {
    const requests = [...this.#requests.values()].map(({ what }) => what);
    return [...(this.#navigation === 'none' ? [] : ['a navigation']), ...requests].join(', ');
  }
}
