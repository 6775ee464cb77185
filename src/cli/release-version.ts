export { releaseVersion } from '../platform/release-version.js';
