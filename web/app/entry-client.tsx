import './styles.css';
import { whenAppNeeded } from './app-needed.ts';
import { replayEarlyClicks } from './early-clicks.ts';

/** Lets the browser answer taps and draw before the next piece of work. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Loads the app piece by piece, each in a task of its own; all of them are preloaded by the document. */
async function start(): Promise<void> {
  const { needed, packages } = whenAppNeeded();
  await needed;
  const { hydrateRoot } = await import('react-dom/client');
  await breathe();
  const { hydrate } = await import('./hydrate.tsx');
  await breathe();
  await hydrate(hydrateRoot, packages);
}

start().catch((error: unknown) => {
  // Links still work without the app.
  replayEarlyClicks();
  throw error;
});
