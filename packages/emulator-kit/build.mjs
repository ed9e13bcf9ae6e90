/** Bundles a service into one file under its package's `dist/`, so that it starts without compiling TypeScript. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Workspace packages are bundled in; packages of the registry are imported at run time. */
const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@heirlight/') ? undefined : { path, external: true },
    );
  },
};

/**
 * Bundles the entries of one package.
 *
 * @param packageUrl `import.meta.url` of a file in the package's folder
 * @param entries name of the bundle under `dist/`, without ending -> source file, relative to the package's folder
 * @param options `format` is `esm` (files end in .mjs) or `cjs` (files end in .cjs)
 */
export async function bundle(packageUrl, entries, { format = 'esm' } = {}) {
  const here = (path) => fileURLToPath(new URL(path, packageUrl));
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, here(file)])),
    outdir: here('dist'),
    outExtension: { '.js': format === 'esm' ? '.mjs' : '.cjs' },
    bundle: true,
    platform: 'node',
    format,
    target: 'node20',
    sourcemap: true,
    plugins: [registryPackagesStayOutside],
    logLevel: 'warning',
  });
}
