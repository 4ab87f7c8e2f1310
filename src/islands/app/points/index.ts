export { HomePoints } from './home-points.tsx'
