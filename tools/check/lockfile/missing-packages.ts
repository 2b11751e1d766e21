import { candidateFolders } from '../../release/release-packages.ts';

type Packages = Record<string, { optionalDependencies?: Record<string, string> }>;

/** Returns the optional packages that entries of package-lock.json name but that have no entry themselves. */
export function missingPackages(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !candidateFolders(name, path).some((folder) => packages[folder]),
    ),
  );
}
