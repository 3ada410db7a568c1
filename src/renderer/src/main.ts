// First, before vue-router.
import './initScrollPositions.ts'
import { start } from './start.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/base.css'

const place = document.getElementById('app')
if (place) void start(place)
