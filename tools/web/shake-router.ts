import type { Plugin } from 'vite';

const ROUTER_FILE = /\/node_modules\/react-router\/dist\/.*\.m?js$/;
/** Statements at the top of a module, which a bundler keeps because they could have a side effect. */
const NAME = /^\w+\.displayName = "\w+";$/gm;
const CREATE = /^((?:const|var|let) \w+ = )(React\$1\.(?:createContext|forwardRef|memo)\()/gm;

/** What a link with `prefetch` renders. No link of the app has it, and its code knows every route of React Router's framework mode. */
const PREFETCH = /\/\* @__PURE__ \*\/ React\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/;

/** Lets the bundler drop the components of React Router that the app does not use, such as `Form`. */
export function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER_FILE },
      handler: (code) => ({ code: dropSideEffects(code), map: null }),
    },
  };
}

/** Removes the display names, which only developer tools read, and the prefetching of links, and marks the creation of components as pure. */
export function dropSideEffects(code: string): string {
  return code.replace(NAME, '').replace(CREATE, '$1/* @__PURE__ */ $2').replace(PREFETCH, 'null');
}
