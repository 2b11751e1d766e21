import './styles.css';
import { replayEarlyClicks } from './early-clicks.ts';
import { waitForIntent } from './load-on-intent.ts';

/** Lets the browser handle events and paint before the next task. */
const yieldToBrowser = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Loads the app in several tasks; the document preloads all chunks. */
async function start(): Promise<void> {
  const { needed, packages } = waitForIntent();
  await needed;
  const { hydrateRoot } = await import('react-dom/client');
  await yieldToBrowser();
  const { hydrate } = await import('./hydrate.tsx');
  await yieldToBrowser();
  await hydrate(hydrateRoot, packages);
}

start().catch((error: unknown) => {
  // Links still work without the app.
  replayEarlyClicks();
  throw error;
});
