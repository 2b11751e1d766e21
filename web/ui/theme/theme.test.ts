import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ThemeProvider, useTheme } from './theme.tsx';

function Probe() {
  return useTheme().theme;
}

describe('useTheme', () => {
  it('throws outside its provider', () => {
    expect(() => renderToString(createElement(Probe))).toThrow('useTheme must be used within a ThemeProvider');
  });
  it('defaults to the light theme', () => {
    expect(renderToString(createElement(ThemeProvider, null, createElement(Probe)))).toBe('light');
  });
});
